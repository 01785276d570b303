// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** {@code hashlib} of the algorithms that Java has. */
public final class HashOps {
  private HashOps() {}

  private static PyHash make(String name, String algorithm, Object data) {
    PyHash hash = new PyHash(name, algorithm);
    if (data != null) hash.update(data);
    return hash;
  }

  @Python("hashlib.md5")
  public static PyHash md5() {
    return make("md5", "MD5", null);
  }

  @Python(value = "hashlib.md5", raises = "TypeError")
  public static PyHash md5(Object data) {
    return make("md5", "MD5", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha1")
  public static PyHash sha1() {
    return make("sha1", "SHA-1", null);
  }

  @Python(value = "hashlib.sha1", raises = "TypeError")
  public static PyHash sha1(Object data) {
    return make("sha1", "SHA-1", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha224")
  public static PyHash sha224() {
    return make("sha224", "SHA-224", null);
  }

  @Python(value = "hashlib.sha224", raises = "TypeError")
  public static PyHash sha224(Object data) {
    return make("sha224", "SHA-224", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha256")
  public static PyHash sha256() {
    return make("sha256", "SHA-256", null);
  }

  @Python(value = "hashlib.sha256", raises = "TypeError")
  public static PyHash sha256(Object data) {
    return make("sha256", "SHA-256", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha384")
  public static PyHash sha384() {
    return make("sha384", "SHA-384", null);
  }

  @Python(value = "hashlib.sha384", raises = "TypeError")
  public static PyHash sha384(Object data) {
    return make("sha384", "SHA-384", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha512")
  public static PyHash sha512() {
    return make("sha512", "SHA-512", null);
  }

  @Python(value = "hashlib.sha512", raises = "TypeError")
  public static PyHash sha512(Object data) {
    return make("sha512", "SHA-512", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha3_224")
  public static PyHash sha3By224() {
    return make("sha3_224", "SHA3-224", null);
  }

  @Python(value = "hashlib.sha3_224", raises = "TypeError")
  public static PyHash sha3By224(Object data) {
    return make("sha3_224", "SHA3-224", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha3_256")
  public static PyHash sha3By256() {
    return make("sha3_256", "SHA3-256", null);
  }

  @Python(value = "hashlib.sha3_256", raises = "TypeError")
  public static PyHash sha3By256(Object data) {
    return make("sha3_256", "SHA3-256", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha3_384")
  public static PyHash sha3By384() {
    return make("sha3_384", "SHA3-384", null);
  }

  @Python(value = "hashlib.sha3_384", raises = "TypeError")
  public static PyHash sha3By384(Object data) {
    return make("sha3_384", "SHA3-384", data == null ? Py.ABSENT : data);
  }

  @Python("hashlib.sha3_512")
  public static PyHash sha3By512() {
    return make("sha3_512", "SHA3-512", null);
  }

  @Python(value = "hashlib.sha3_512", raises = "TypeError")
  public static PyHash sha3By512(Object data) {
    return make("sha3_512", "SHA3-512", data == null ? Py.ABSENT : data);
  }

  @Python("HASH.update")
  public static void update(PyHash hash, Object data) {
    hash.update(data);
  }

  @Python("HASH.digest")
  public static PyBytes digest(PyHash hash) {
    return hash.digest();
  }

  @Python("HASH.hexdigest")
  public static String hexdigest(PyHash hash) {
    return BytesOps.hex(hash.digest());
  }

  @Python("HASH.name")
  public static String name(PyHash hash) {
    return hash.name;
  }
}
