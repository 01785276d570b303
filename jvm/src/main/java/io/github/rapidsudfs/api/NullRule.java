// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

/** The effect of null arguments on the result. */
public enum NullRule {
  /** Any null argument gives null: the row-wise body sees none, the columnar result is masked. */
  ANY_NULL,
  /** As ANY_NULL, but the columnar body's result is already null there and is not masked again. */
  ANY_NULL_PROPAGATED,
  /** The bodies see nulls and decide. */
  CALLED_ON_NULL,
  /** The bodies see nulls and never return null. */
  NEVER_NULL;

  /** Returns whether a null argument gives null without a call of the body. */
  public boolean nullIn() {
    return this == ANY_NULL || this == ANY_NULL_PROPAGATED;
  }
}
