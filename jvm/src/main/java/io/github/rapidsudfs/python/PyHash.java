// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;

/**
 * A hash object of {@code hashlib}. It stores its input: a single digest of it all costs less than
 * copies of a {@link MessageDigest} in progress.
 */
public final class PyHash implements PyObject {
  /** Looking up an algorithm takes longer than digesting most strings. */
  private static final ThreadLocal<HashMap<String, MessageDigest>> DIGESTS =
      ThreadLocal.withInitial(HashMap::new);

  private final MessageDigest algorithm;
  private byte[] data = {};

  PyHash(String name) {
    HashMap<String, MessageDigest> known = DIGESTS.get();
    MessageDigest found = known.get(name);
    // A lookup first: `computeIfAbsent` costs several times as much.
    if (found == null) known.put(name, found = made(name));
    algorithm = found;
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

  /** The digest so far; more input may follow. */
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
