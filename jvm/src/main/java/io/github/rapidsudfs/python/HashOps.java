// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** {@code hashlib} of the algorithms that every JVM has. */
public final class HashOps {
  @Python(value = "hashlib.md5 .sha1 .sha224 .sha256 .sha384 .sha512", optional = 1, named = true)
  public static PyHash hash(String name, Object data) {
    try {
      PyHash hash = new PyHash(MessageDigest.getInstance(name.replace("sha", "sha-")));
      if (data != Py.ABSENT) update(hash, data);
      return hash;
    } catch (NoSuchAlgorithmException e) {
      throw new Unsupported("the hash " + name + " on this JVM");
    }
  }

  @Python("HASH.update")
  public static void update(PyHash hash, Object data) {
    if (data instanceof String) throw PyError.type("Strings must be encoded before hashing");
    if (!(data instanceof PyBytes)) throw PyError.type("object supporting the buffer API required");
    hash.digest.update(((PyBytes) data).data);
  }

  /** The digest so far; more may follow. */
  @Python("HASH.digest")
  public static PyBytes digest(PyHash hash) {
    try {
      return new PyBytes(((MessageDigest) hash.digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new Unsupported("the digest of a hash that goes on, on this JVM");
    }
  }

  @Python("HASH.hexdigest")
  public static String hexdigest(PyHash hash) {
    return BytesOps.hex(digest(hash));
  }
}
