// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code format_string} of a literal format with only plain {@code %s} and {@code %d}. */
public final class FormatPieces extends BuiltinBody {
  private static final Pattern PIECE = Pattern.compile("%([sd%])|%");

  /** The literal text before each argument, and after the last one. */
  private final List<String> between;

  private FormatPieces(List<String> between) {
    this.between = List.copyOf(between);
  }

  /**
   * The body for a format, empty if the format has other directives.
   *
   * @param isNumber for each argument, true if it is an integer, false if it is a string
   */
  public static Optional<FormatPieces> of(String format, List<Boolean> isNumber) {
    List<String> between = new ArrayList<>();
    StringBuilder piece = new StringBuilder();
    Matcher matches = PIECE.matcher(format);
    while (matches.find()) {
      matches.appendReplacement(piece, "");
      if (matches.group(1) == null) {
        return Optional.empty();
      }
      if (matches.group(1).equals("%")) {
        piece.append('%');
        continue;
      }
      int argument = between.size();
      if (argument == isNumber.size() || matches.group(1).equals("d") && !isNumber.get(argument)) {
        return Optional.empty();
      }
      between.add(piece.toString());
      piece.setLength(0);
    }
    between.add(matches.appendTail(piece).toString());
    return between.size() == isNumber.size() + 1
        ? Optional.of(new FormatPieces(between))
        : Optional.empty();
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    List<ColumnVector> pieces = new ArrayList<>();
    try (Columns c = new Columns()) {
      for (int i = 0; i <= args.length; i++) {
        if (!between.get(i).isEmpty()) {
          pieces.add(c.own(ColumnMath.repeated(between.get(i), rows)));
        }
        if (i < args.length) {
          pieces.add(c.own(ColumnMath.orElse(c.own(args[i].castTo(DType.STRING)), "null")));
        }
      }
      return pieces.size() == 1
          ? c.release(pieces.get(0))
          : ColumnVector.stringConcatenate(pieces.toArray(new ColumnView[0]));
    }
  }
}
