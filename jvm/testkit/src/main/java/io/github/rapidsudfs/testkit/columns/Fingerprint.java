// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.columns;

import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostColumnVectorCore;
import ai.rapids.cudf.HostMemoryBuffer;
import java.util.zip.CRC32;

/** A hash of a column's memory: data, validity and offsets at every level. */
final class Fingerprint {
  private Fingerprint() {}

  static String of(ColumnView column) {
    CRC32 hash = new CRC32();
    try (HostColumnVector host = column.copyToHost()) {
      add(hash, host);
    }
    return Long.toHexString(hash.getValue());
  }

  private static void add(CRC32 hash, HostColumnVectorCore host) {
    hash.update((host.getType() + " " + host.getRowCount() + " " + host.getNullCount()).getBytes());
    long rows = host.getRowCount();
    for (long row = 0; row < rows; row++) {
      // Bits beyond the last row are unspecified, so the mask is read row by row.
      hash.update(host.isNull(row) ? 1 : 0);
    }
    bytes(hash, host.getData());
    bytes(hash, host.getOffsets());
    for (int i = 0; i < host.getNumChildren(); i++) {
      add(hash, host.getChildColumnView(i));
    }
  }

  private static void bytes(CRC32 hash, HostMemoryBuffer buffer) {
    if (buffer != null && buffer.getLength() > 0) {
      byte[] bytes = new byte[(int) buffer.getLength()];
      buffer.getBytes(bytes, 0, 0, bytes.length);
      hash.update(bytes);
    }
  }
}
