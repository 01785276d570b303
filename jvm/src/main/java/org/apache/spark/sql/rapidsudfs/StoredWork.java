// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs;

import org.apache.spark.util.kvstore.KVIndex;

/** The sums of functions in the history server's store: the only object of its class there. */
public final class StoredWork {
  static final String ID = "work";

  @KVIndex public String id = ID;

  /** As {@code WorkLedger.json} writes them. */
  public String json;
}
