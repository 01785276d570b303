// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

public final class Sets {
  /** The methods that a frozenset lacks. */
  static final Set<String> CHANGES =
      new HashSet<>(
          Arrays.asList(
              ("add remove discard pop clear update difference_update intersection_update "
                      + "symmetric_difference_update")
                  .split(" ")));

  private Sets() {}
}
