// SPDX-License-Identifier: Apache-2.0

package example;

import io.github.rapidsudfs.hive.HiveGenericUdf;

/** {@link LastFour} for Hive: {@code CREATE TEMPORARY FUNCTION last_four AS 'example.HiveLastFour'}. */
public final class HiveLastFour extends HiveGenericUdf {
  public HiveLastFour() {
    super(new LastFour());
  }
}
