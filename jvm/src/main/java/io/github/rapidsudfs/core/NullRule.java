// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

/** The effect of null arguments on the result. */
public enum NullRule {
  /**
   * Any null argument gives null; the bodies never see one row-wise, and the base class masks the
   * result.
   */
  ANY_NULL,
  /** As ANY_NULL, but the columnar body's own result already is null there: no further masking. */
  ANY_NULL_PROPAGATED,
  /** The bodies see nulls and decide. */
  CALLED_ON_NULL,
  /** The bodies see nulls and never answer null. */
  NEVER_NULL;

  /** Whether a null argument gives null without a call of the body. */
  public boolean nullIn() {
    return this == ANY_NULL || this == ANY_NULL_PROPAGATED;
  }
}
