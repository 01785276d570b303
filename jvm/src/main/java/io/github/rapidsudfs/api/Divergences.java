// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

/** Divergences that several functions have: see {@link Signature.Builder#divergence}. */
public final class Divergences {
  private static final String INVALID =
      "Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a file in"
          + " another encoding), ";

  private static final String OF_SPARK =
      "; Spark's own UDF call makes a Java string of them, with U+FFFD in place of what is"
          + " invalid.";

  /** For functions that pass on characters of their argument. */
  public static final String INVALID_UTF8 =
      INVALID
          + "the columnar body sees its bytes, and so does a call that is compiled into the query"
          + OF_SPARK;

  /** For functions whose columnar body calls what the emulator rejects for such strings. */
  public static final String UNKNOWN_FOR_INVALID_UTF8 =
      INVALID
          + "the columnar result is unspecified, and in mode emulate the query fails; a"
          + " call that is compiled into the query sees its bytes"
          + OF_SPARK;

  private Divergences() {}
}
