// SPDX-License-Identifier: Apache-2.0

import sbt._

/** Generates the classes that differ only in their number of arguments, 0 to 22 (Spark's limit). */
object Arities {
  private val pkg = "io.github.rapidsudfs.udf"

  def generate(target: File): Seq[File] = {
    val dir = target / pkg.replace('.', '/')
    val udfs = (0 to 22).map(n => Generated.write(dir / s"Udf$n.java", udf(n)))
    udfs :+
      Generated.write(dir / "FunctionAdapters.java", adapters) :+
      Generated.write(dir / "UsersLambda.java", usersLambda)
  }

  private def list(n: Int, separator: String = ", ")(f: Int => String): String =
    (1 to n).map(f).mkString(separator)

  private def angle(types: Seq[String]): String = types.mkString("<", ", ", ">")

  private def udf(n: Int): String = {
    val types = angle((1 to n).map(i => s"A$i") :+ "R")
    val params = list(n)(i => s"A$i a$i")
    val columns = if (n == 0) "int rows" else list(n)(i => s"ColumnVector a$i")
    val spread = if (n == 0) "rows" else list(n)(i => s"args[${i - 1}]")
    val adapted = (1 to n).map(i => s"    Object v$i = rows.argument(${i - 1}, a$i);\n").mkString
    val nulls =
      if (n == 0) ""
      else
        s"    if (rows.nullIn() && (${list(n, " || ")(i => s"v$i == null")})) {\n      return null;\n    }\n"
    s"""package $pkg;
       |
       |import ai.rapids.cudf.ColumnVector;
       |import io.github.rapidsudfs.api.BodyTypes;
       |import io.github.rapidsudfs.api.DualFunction;
       |import io.github.rapidsudfs.api.Signature;
       |import io.github.rapidsudfs.metrics.RowCount;
       |import io.github.rapidsudfs.rows.RowCall;
       |import scala.runtime.AbstractFunction$n;
       |
       |/**
       | * A dual function of $n argument${if (n == 1) ""
      else "s"}: a Scala {@code Function$n}, and a Java
       | * {@code UDF$n} if the subclass declares it.
       | *
       | * <p>Pass a signature to the constructor; write {@code row} and {@code columnar}. For {@code registerJavaFunction} the
       | * subclass declares {@code implements UDF$n<...>} (without {@code call}), because Spark inspects only a
       | * class's own interfaces. See {@link DualFunction} for what the bodies may rely on.
       | */
       |@BodyTypes
       |public abstract class Udf$n$types extends AbstractFunction$n$types implements FunctionObject {
       |  private final Signature signature;
       |  private transient RowCall rowCall;
       |
       |  protected Udf$n(Signature signature) {
       |    this.signature = signature;
       |  }
       |
       |  @Override
       |  public final Signature signature() {
       |    return signature;
       |  }
       |
       |  /** The row-wise body. */
       |  protected abstract R row($params);
       |
       |  /** The columnar body: the arguments are borrowed, the result belongs to the caller. */
       |  protected abstract ColumnVector columnar($columns);
       |
       |  /** One row-wise call, for {@code UDF$n}. */
       |  @SuppressWarnings("unchecked")
       |  public final R call($params) {
       |    RowCall rows = rowCall;
       |    if (rows == null) {
       |      rows = rowCall = RowCall.of(this);
       |    }
       |    RowCount count = rows.count();
       |    long begun = count.begin();
       |    try {
       |${adapted}${nulls}    return (R) rows.result(row(${list(n)(i => s"(A$i) v$i")}));
       |    } catch (Throwable t) {
       |      count.failed();
       |      throw t;
       |    } finally {
       |      count.end(begun);
       |    }
       |  }
       |
       |  /** The row-wise body over arguments already adapted, without counting or null rule: for generated code. */
       |  public final R body($params) {
       |    return row(${list(n)(i => s"a$i")});
       |  }
       |
       |  @Override
       |  public final R apply($params) {
       |    return call(${list(n)(i => s"a$i")});
       |  }
       |
       |  @Override
       |  @SuppressWarnings("unchecked")
       |  public final Object rowBody(Object[] args) {
       |    return row(${list(n)(i => s"(A$i) args[${i - 1}]")});
       |  }
       |
       |  @Override
       |  public final ColumnVector columnarBody(int rows, ColumnVector[] args) {
       |    return columnar($spread);
       |  }
       |}
       |""".stripMargin
  }

  private def imports: String = (0 to 22)
    .flatMap(n => Seq(s"import scala.Function$n;", s"import scala.runtime.AbstractFunction$n;"))
    .mkString("\n")

  private def adapters: String = {
    val classes = (0 to 22).map { n =>
      val types = Seq.fill(n + 1)("Object")
      s"""  private static final class Of$n extends AbstractFunction$n${angle(
          types
        )} implements RapidsUDF, UdfDelegate, ResolvedFunction.Adapter, Serializable {
         |    private final UdfTarget target;
         |
         |    Of$n(UdfTarget target) {
         |      this.target = target;
         |    }
         |
         |    @Override
         |    public Object apply(${list(n)(i => s"Object a$i")}) {
         |      return target.row(new Object[] {${list(n)(i => s"a$i")}});
         |    }
         |
         |    @Override
         |    public ColumnVector evaluateColumnar(int numRows, ColumnVector... args) {
         |      return target.columnar(numRows, args);
         |    }
         |
         |    @Override
         |    public ResolvedFunction resolved() {
         |      return target instanceof ResolvedFunction own ? own : null;
         |    }
         |
         |    @Override
         |    public String udfClass() {
         |      return target.className();
         |    }
         |
         |    @Override
         |    public boolean equals(Object other) {
         |      return other instanceof Of$n && target.equals(((Of$n) other).target);
         |    }
         |
         |    @Override
         |    public int hashCode() {
         |      return target.hashCode();
         |    }
         |  }
         |""".stripMargin
    }
    def apply(n: Int) = {
      val types = angle(Seq.fill(n + 1)("Object"))
      s"      case $n:\n        return ((Function$n$types) function).apply(${list(
          n
        )(i => s"args[${i - 1}]")});"
    }
    s"""package $pkg;
       |
       |import ai.rapids.cudf.ColumnVector;
       |import com.nvidia.spark.RapidsUDF;
       |import java.io.Serializable;
       |$imports
       |
       |/**
       | * Function objects of each arity over a {@link UdfTarget}: the argument of a {@code ScalaUDF}. Objects of
       | * equal targets are equal, because Spark compares calls in SELECT with those in GROUP BY.
       | */
       |final class FunctionAdapters {
       |  private FunctionAdapters() {}
       |
       |  static Object of(UdfTarget target, int arity) {
       |    switch (arity) {
       |${(0 to 22).map(n => s"      case $n:\n        return new Of$n(target);").mkString("\n")}
       |      default:
       |        throw new IllegalArgumentException(
       |            target.name() + " was called with " + arity + " arguments, a Spark function takes at most 22");
       |    }
       |  }
       |
       |  /** Calls a Scala function with these arguments. */
       |  @SuppressWarnings("unchecked")
       |  static Object apply(Object function, Object[] args) {
       |    switch (args.length) {
       |${(0 to 22).map(apply).mkString("\n")}
       |      default:
       |        throw new IllegalArgumentException(args.length + " arguments, a Spark function takes at most 22");
       |    }
       |  }
       |
       |${classes.mkString("\n")}}
       |""".stripMargin
  }

  private def usersLambda: String = {
    val classes = (0 to 22).map { n =>
      val types = angle(Seq.fill(n + 1)("Object"))
      s"""  private static final class UsersLambda$n extends AbstractFunction$n$types implements Serializable {
         |    private final Function$n$types function;
         |
         |    @SuppressWarnings("unchecked")
         |    UsersLambda$n(Object function) {
         |      this.function = (Function$n$types) function;
         |    }
         |
         |    @Override
         |    public Object apply(${list(n)(i => s"Object a$i")}) {
         |      return function.apply(${list(n)(i => s"a$i")});
         |    }
         |
         |    @Override
         |    public boolean equals(Object other) {
         |      return other instanceof UsersLambda$n && function.equals(((UsersLambda$n) other).function);
         |    }
         |
         |    @Override
         |    public int hashCode() {
         |      return function.hashCode();
         |    }
         |  }
         |""".stripMargin
    }
    val cases = (0 to 22).map(n => s"      case $n:\n        return new UsersLambda$n(function);")
    s"""package $pkg;
       |
       |import java.io.Serializable;
       |$imports
       |
       |/**
       | * Function objects of each arity that call a user's lambda but are not lambdas, so that the plugin does
       | * not look into it. Objects of equal lambdas are equal, because Spark compares calls in SELECT with those
       | * in GROUP BY. Spark's errors name these classes.
       | */
       |public final class UsersLambda {
       |  private UsersLambda() {}
       |
       |  /** A function object that calls a Scala function of {@code arity} arguments. */
       |  public static Object of(Object function, int arity) {
       |    switch (arity) {
       |${cases.mkString("\n")}
       |      default:
       |        throw new IllegalArgumentException(arity + " arguments, a Spark function takes at most 22");
       |    }
       |  }
       |
       |${classes.mkString("\n")}}
       |""".stripMargin
  }
}
