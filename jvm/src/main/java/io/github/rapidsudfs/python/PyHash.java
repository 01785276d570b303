// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;

/**
 * A hash object of {@code hashlib}. It keeps what it was given: one digest of it all costs less
 * than the copies of a {@link MessageDigest} that may go on.
 */
public final class PyHash implements PyObject {
  /** To look an algorithm up takes longer than most texts' digests. */
  private static final ThreadLocal<HashMap<String, MessageDigest>> DIGESTS =
      ThreadLocal.withInitial(HashMap::new);

  private final MessageDigest algorithm;
  private byte[] data = {};

  PyHash(String name) {
    algorithm = DIGESTS.get().computeIfAbsent(name, PyHash::made);
  }

  private static MessageDigest made(String name) {
    try {
      return MessageDigest.getInstance(name.replace("sha", "sha-"));
    } catch (NoSuchAlgorithmException e) {
      throw new Unsupported("the hash " + name + " on this JVM");
    }
  }

  void update(byte[] more) {
    if (data.length == 0) {
      data = more;
    } else {
      int size = data.length;
      data = Arrays.copyOf(data, size + more.length);
      System.arraycopy(more, 0, data, size, more.length);
    }
  }

  /** The digest so far; more may follow. */
  PyBytes digest() {
    return new PyBytes(algorithm.digest(data));
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
