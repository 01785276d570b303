// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A hash object of {@code hashlib}. */
public final class PyHash implements PyObject {
  final String name;
  private final MessageDigest digest;

  PyHash(String name, String algorithm) {
    this.name = name;
    try {
      digest = MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new Unsupported("the hash " + name + " on this JVM");
    }
  }

  void update(Object data) {
    if (data instanceof String) throw PyError.type("Strings must be encoded before hashing");
    if (!(data instanceof PyBytes)) throw PyError.type("object supporting the buffer API required");
    digest.update(((PyBytes) data).data);
  }

  /** The digest so far; more may follow. */
  PyBytes digest() {
    try {
      return new PyBytes(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new Unsupported("the hash " + name + " on this JVM");
    }
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
