// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

/** Divergences that several functions have: see {@link Signature.Builder#divergence}. */
public final class Divergences {
  /** For functions that pass on characters of their argument. */
  public static final String INVALID_UTF8 =
      "Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a file in"
          + " another encoding), the columnar body sees its bytes, and so does a call that is"
          + " compiled into the query; Spark's own UDF call makes a Java string of them, with"
          + " U+FFFD in the place of what is invalid.";

  private Divergences() {}
}
