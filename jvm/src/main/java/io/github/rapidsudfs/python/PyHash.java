// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.security.MessageDigest;

/** A hash object of {@code hashlib}. */
public final class PyHash implements PyObject {
  final MessageDigest digest;

  PyHash(MessageDigest digest) {
    this.digest = digest;
  }

  @Override
  public String typeName() {
    return "_hashlib.HASH";
  }

  @Override
  public String repr() {
    throw new Unsupported("the text of a hash object");
  }
}
