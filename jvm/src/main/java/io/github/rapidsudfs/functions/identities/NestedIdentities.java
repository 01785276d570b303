package io.github.rapidsudfs.functions.identities;

import io.github.rapidsudfs.core.Signature;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;

/** Identity functions of nested types. */
public final class NestedIdentities {
  private NestedIdentities() {}

  public static final class OfArray extends IdentityOf<List<?>> implements UDF1<List<?>, List<?>> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "array",
            "array<string>",
            "identity_array(array('a', NULL, ''))",
            "[a, null, ]");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfArrayInt extends IdentityOf<List<?>>
      implements UDF1<List<?>, List<?>> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "array_int",
            "array<int>",
            "identity_array_int(array(1, NULL))",
            "[1, null]");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfArrayArray extends IdentityOf<List<?>>
      implements UDF1<List<?>, List<?>> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "array_array",
            "array<array<double>>",
            "identity_array_array(array(array(1.5D), array(), NULL))",
            "[[1.5], [], null]");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfMap extends IdentityOf<Map<?, ?>>
      implements UDF1<Map<?, ?>, Map<?, ?>> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "map",
            "map<string,bigint>",
            "identity_map(map('a', 1L, 'b', NULL))",
            "{a -> 1, b -> null}");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfStruct extends IdentityOf<Row> implements UDF1<Row, Row> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "struct",
            "struct<a:int,b:string>",
            "identity_struct(named_struct('a', 1, 'b', 'x'))",
            "{1, x}");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfArrayOfMaps extends IdentityOf<List<?>>
      implements UDF1<List<?>, List<?>> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "array_of_maps",
            "array<map<string,int>>",
            "identity_array_of_maps(array(map('a', 1), map()))",
            "[{a -> 1}, {}]");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfStructOfArrays extends IdentityOf<Row> implements UDF1<Row, Row> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "struct_of_arrays",
            "struct<ids:array<int>,names:array<string>>",
            "identity_struct_of_arrays(named_struct('ids', array(1, 2), 'names', array('x')))",
            "{[1, 2], [x]}");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }

  public static final class OfMapOfStructs extends IdentityOf<Map<?, ?>>
      implements UDF1<Map<?, ?>, Map<?, ?>> {
    private static final long serialVersionUID = 1L;

    static final Signature SIGNATURE =
        declare(
            "map_of_structs",
            "map<string,array<struct<day:date,at:timestamp,amount:decimal(20,3)>>>",
            "identity_map_of_structs(map('k', array(named_struct("
                + "'day', DATE '2024-02-29', 'at', TIMESTAMP '2024-02-29 01:02:03', "
                + "'amount', CAST(1.25 AS DECIMAL(20,3))))))",
            "{k -> [{2024-02-29, 2024-02-29 01:02:03, 1.250}]}");

    @Override
    public Signature signature() {
      return SIGNATURE;
    }
  }
}
