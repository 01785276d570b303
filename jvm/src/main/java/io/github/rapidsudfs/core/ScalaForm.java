package io.github.rapidsudfs.core;

/** Marks functions that are registered as the Scala function objects they are. */
public interface ScalaForm extends FunctionObject {}
