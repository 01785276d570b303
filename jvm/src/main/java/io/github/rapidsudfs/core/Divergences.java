package io.github.rapidsudfs.core;

/** Divergences that several functions have: see {@link Signature.Builder#divergence}. */
public final class Divergences {
  /** For functions that hand on characters of their argument. */
  public static final String INVALID_UTF8 =
      "Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a file in"
          + " another encoding), the row-wise body sees U+FFFD in the place of what is invalid, for"
          + " Spark makes Java strings of its bytes; the columnar body sees the bytes.";

  private Divergences() {}
}
