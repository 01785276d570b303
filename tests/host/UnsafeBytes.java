import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/** Rows as Spark holds them, byte for byte, in one answer: a call for each row would take seconds. */
public final class UnsafeBytes {
  private UnsafeBytes() {}

  /** The rows of a plan as hexadecimal digits, a line for each. */
  public static String hex(InternalRow[] rows) {
    StringBuilder text = new StringBuilder();
    for (InternalRow row : rows) {
      for (byte b : ((UnsafeRow) row).getBytes()) {
        text.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
      }
      text.append('\n');
    }
    return text.toString();
  }
}
