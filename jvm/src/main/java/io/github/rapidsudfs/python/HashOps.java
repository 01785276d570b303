// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** {@code hashlib}, for the algorithms that every JVM has. */
public final class HashOps {
  @Python(value = "hashlib.md5 .sha1 .sha224 .sha256 .sha384 .sha512", optional = 1, named = true)
  public static PyHash hash(String name, Object data) {
    PyHash hash = new PyHash(name);
    if (data != Py.ABSENT) update(hash, data);
    return hash;
  }

  @Python("HASH.update")
  public static void update(PyHash hash, Object data) {
    if (data instanceof String) throw PyError.type("Strings must be encoded before hashing");
    if (!(data instanceof PyBytes)) throw PyError.type("object supporting the buffer API required");
    hash.update(((PyBytes) data).data);
  }

  @Python("HASH.digest")
  public static PyBytes digest(PyHash hash) {
    return hash.digest();
  }

  @Python("HASH.hexdigest")
  public static String hexdigest(PyHash hash) {
    return BytesOps.hex(hash.digest());
  }
}
