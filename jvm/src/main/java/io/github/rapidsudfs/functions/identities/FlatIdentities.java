package io.github.rapidsudfs.functions.identities;

import io.github.rapidsudfs.core.Signature;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.apache.spark.sql.api.java.UDF1;

/** Identity functions of the types without parts, one for each row of the type table. */
public final class FlatIdentities {
  private FlatIdentities() {}

  public static final class OfBoolean extends IdentityOf<Boolean>
      implements UDF1<Boolean, Boolean> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE = declare("boolean", "boolean", "identity_boolean(true)", "true");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfTinyint extends IdentityOf<Byte> implements UDF1<Byte, Byte> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE = declare("tinyint", "tinyint", "identity_tinyint(-128Y)", "-128");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfSmallint extends IdentityOf<Short> implements UDF1<Short, Short> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "smallint",
            "smallint",
            "identity_smallint(-32768S)",
            "-32768");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfInt extends IdentityOf<Integer> implements UDF1<Integer, Integer> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE = declare("int", "int", "identity_int(2147483647)", "2147483647");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfBigint extends IdentityOf<Long> implements UDF1<Long, Long> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "bigint",
            "bigint",
            "identity_bigint(9223372036854775807)",
            "9223372036854775807");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfFloat extends IdentityOf<Float> implements UDF1<Float, Float> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "float",
            "float",
            "identity_float(CAST('-0.0' AS FLOAT))",
            "-0.0");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfDouble extends IdentityOf<Double> implements UDF1<Double, Double> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "double",
            "double",
            "identity_double(CAST('NaN' AS DOUBLE))",
            "NaN");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfDate extends IdentityOf<LocalDate>
      implements UDF1<LocalDate, LocalDate> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "date",
            "date",
            "identity_date(DATE '2024-02-29')",
            "2024-02-29");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfTimestamp extends IdentityOf<Instant>
      implements UDF1<Instant, Instant> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "timestamp",
            "timestamp",
            "identity_timestamp(TIMESTAMP '2024-02-29 12:34:56.789012')",
            "2024-02-29 12:34:56.789012");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfString extends IdentityOf<String> implements UDF1<String, String> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "string",
            "string",
            "identity_string('Grüße, 世界')",
            "Grüße, 世界");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfVoid extends IdentityOf<Void> implements UDF1<Void, Void> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE = declare("void", "void", "identity_void(NULL)", "NULL");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfBinary extends IdentityOf<byte[]> implements UDF1<byte[], byte[]> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE = declare("binary", "binary", "hex(identity_binary(X'00FF'))", "00FF");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfDecimal32 extends IdentityOf<BigDecimal>
      implements UDF1<BigDecimal, BigDecimal> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "decimal32",
            "decimal(9,2)",
            "identity_decimal32(9999999.99)",
            "9999999.99");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfDecimal64 extends IdentityOf<BigDecimal>
      implements UDF1<BigDecimal, BigDecimal> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "decimal64",
            "decimal(18,4)",
            "identity_decimal64(-99999999999999.9999)",
            "-99999999999999.9999");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfDecimal128 extends IdentityOf<BigDecimal>
      implements UDF1<BigDecimal, BigDecimal> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "decimal128",
            "decimal(38,10)",
            "identity_decimal128(9999999999999999999999999999.9999999999)",
            "9999999999999999999999999999.9999999999");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }
}
