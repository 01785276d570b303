package io.github.rapidsudfs.core;

/** A function object that stands for a UDF of another class, as reports on UDFs are to name it. */
public interface UdfDelegate {
  /** The class name of the UDF. */
  String udfClass();
}
