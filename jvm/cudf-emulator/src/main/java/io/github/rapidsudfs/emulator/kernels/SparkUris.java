// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parts of URIs as {@code java.net.URI} finds them, for Spark's {@code parse_url}. */
@Natives("com.nvidia.spark.rapids.jni.ParseURI")
public final class SparkUris {
  /** A part of every URI. */
  public enum Part {
    SCHEME(URI::getScheme),
    HOST(SparkUris::host),
    PATH(URI::getRawPath),
    QUERY(URI::getRawQuery);

    private final Function<URI, String> of;

    Part(Function<URI, String> of) {
      this.of = of;
    }
  }

  @Native(value = "parseProtocol", with = "SCHEME")
  @Native(value = "parseHost", with = "HOST")
  @Native(value = "parsePath", with = "PATH")
  @Native(value = "parseQuery", with = "QUERY")
  public static StringVec part(StringVec s, boolean ansi, Part part) {
    return each(s, ansi, i -> part.of);
  }

  @Native("parseQueryWithLiteral")
  public static StringVec value(StringVec s, String key, boolean ansi) {
    return each(s, ansi, i -> uri -> value(uri, key));
  }

  @Native("parseQueryWithColumn")
  public static StringVec values(StringVec s, StringVec keys, boolean ansi) {
    CudfClasses.expects(s.size == keys.size, "Query column must be the same size as input column");
    return each(s, ansi, i -> uri -> keys.isNull(i) ? null : value(uri, text(keys, i)));
  }

  private static StringVec each(
      StringVec s, boolean ansi, IntFunction<Function<URI, String>> part) {
    return StringsOut.orNull(
        s.size, s.bytes.length, i -> s.isNull(i) ? null : of(s, i, ansi, part.apply(i)));
  }

  private static String text(StringVec s, int row) {
    Utf8Characters.require(s, row);
    return new String(s.get(row), StandardCharsets.UTF_8);
  }

  private static String of(StringVec s, int row, boolean ansi, Function<URI, String> part) {
    String text = text(s, row);
    try {
      return part.apply(new URI(text));
    } catch (URISyntaxException e) {
      if (ansi) {
        throw SparkCasts.rowError(row);
      }
      return null;
    }
  }

  private static String host(URI uri) {
    String authority = uri.getRawAuthority();
    if (uri.getHost() == null && authority != null && authority.matches(".*[@:].*")) {
      throw new Refused("the host of a URI whose authority is " + authority);
    }
    return uri.getHost();
  }

  private static String value(URI uri, String key) {
    if (uri.getRawQuery() == null) {
      return null;
    }
    Matcher found =
        Pattern.compile("(?:&|^)" + Pattern.quote(key) + "=([^&]*)").matcher(uri.getRawQuery());
    return found.find() ? found.group(1) : null;
  }
}
