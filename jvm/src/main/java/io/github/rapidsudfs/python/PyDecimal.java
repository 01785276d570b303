package io.github.rapidsudfs.python;
public final class PyDecimal { public static PyDecimal of(java.math.BigDecimal d) { return null; } public boolean isFinite() { return true; } public boolean isNan() { return true; } public java.math.BigDecimal toBigDecimal() { return null; } }
