// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@code hashlib} of the algorithms that every JVM has. */
public final class HashOps {
  private static final Map<String, MessageDigest> NEW = new ConcurrentHashMap<>();

  @Python(value = "hashlib.md5 .sha1 .sha224 .sha256 .sha384 .sha512", optional = 1, named = true)
  public static PyHash hash(String name, Object data) {
    // Looking an algorithm up takes longer than most texts' digests.
    PyHash hash = new PyHash(copy(NEW.computeIfAbsent(name, HashOps::made)));
    if (data != Py.ABSENT) update(hash, data);
    return hash;
  }

  private static MessageDigest made(String name) {
    try {
      return MessageDigest.getInstance(name.replace("sha", "sha-"));
    } catch (NoSuchAlgorithmException e) {
      throw new Unsupported("the hash " + name + " on this JVM");
    }
  }

  private static MessageDigest copy(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new Unsupported("the digest of a hash that goes on, on this JVM");
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
    return new PyBytes(copy(hash.digest).digest());
  }

  @Python("HASH.hexdigest")
  public static String hexdigest(PyHash hash) {
    return BytesOps.hex(digest(hash));
  }
}
