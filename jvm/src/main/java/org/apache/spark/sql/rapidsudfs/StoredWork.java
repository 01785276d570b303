// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs;

import org.apache.spark.util.kvstore.KVIndex;

/** The sums of functions in the history server's store, which holds one such object. */
public final class StoredWork {
  static final String ID = "work";

  @KVIndex public String id = ID;

  /** The sums in the format of {@code WorkLedger.json}. */
  public String json;
}
