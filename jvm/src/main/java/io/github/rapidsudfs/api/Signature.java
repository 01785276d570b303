// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;

/**
 * The declaration of a function: name, types, null rule, documentation.
 *
 * <p>Written once, beside the bodies; registration, coercion, checks, the reference page and the
 * tests derive from it. Start with {@link #named(String)}.
 *
 * @param arguments the declared arguments; with {@code varargs} the last one may be repeated or
 *     left out
 * @param resultDdl the result type as DDL, or a sentence if it depends on the arguments
 * @param resultRule null unless the result type depends on the arguments
 * @param opaque whether the row-wise body never inspects the values of arguments of type {@code
 *     any}
 * @param divergences the known differences between the results of the row-wise and the columnar
 *     body
 */
public record Signature(
    String name,
    Category category,
    List<Argument> arguments,
    boolean varargs,
    String resultDdl,
    ResultRule resultRule,
    NullRule nullRule,
    boolean deterministic,
    boolean opaque,
    Tolerance tolerance,
    String summary,
    String description,
    List<Example> examples,
    List<String> divergences,
    String since)
    implements Serializable {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  public Signature {
    arguments = List.copyOf(arguments);
    examples = List.copyOf(examples);
    divergences = List.copyOf(divergences);
  }

  /** Starts a signature with a SQL name, lower case with underscores. */
  public static Builder named(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' is not a function name: lower-case letters, digits and underscores");
    }
    return new Builder(name);
  }

  /**
   * The signature of a Spark builtin, or of a Python UDF of any name, called with a number of
   * arguments, which Spark has coerced. The documentation is not ours.
   */
  public static Signature ofBuiltin(String name, int arguments, DataType result) {
    Builder builtin = new Builder(name).nulls(NullRule.CALLED_ON_NULL);
    for (int i = 1; i <= arguments; i++) {
      builtin.takes("argument" + i, Argument.ANY);
    }
    return builtin.returns(result.sql(), types -> result).build();
  }

  /** Returns whether the result type depends on the argument types, hence on analysis. */
  public boolean dependentResult() {
    return resultRule != null;
  }

  /** The declared argument at a position; varargs repeat the last argument. */
  public Argument argument(int index) {
    return arguments.get(Math.min(index, arguments.size() - 1));
  }

  public boolean acceptsCount(int count) {
    return varargs ? count >= arguments.size() - 1 : count == arguments.size();
  }

  /** Throws an {@link IllegalArgumentException} for another number of arguments. */
  public void requireCount(int count) {
    if (!acceptsCount(count)) {
      throw new IllegalArgumentException(
          "%s takes %s arguments, got %d"
              .formatted(
                  this, varargs ? arguments.size() - 1 + " or more" : arguments.size(), count));
    }
  }

  /** An argument in error messages: {@code argument 1 (amount) of money_gross}. */
  public String where(int index) {
    return "argument %d (%s) of %s".formatted(index + 1, argument(index).name(), name);
  }

  /** The result type for these argument types, which matter only if the result depends on them. */
  public DataType resultType(List<DataType> argumentTypes) {
    return resultRule == null ? Ddl.parse(resultDdl) : resultRule.of(argumentTypes);
  }

  /** For instance {@code money_gross(amount decimal(18,2), rate decimal(5,4)) -> decimal(24,2)}. */
  @Override
  public String toString() {
    return arguments.stream()
        .map(a -> a.name() + " " + a.ddl())
        .collect(
            Collectors.joining(", ", name + "(", (varargs ? "..." : "") + ") -> " + resultDdl));
  }

  /** Builds a signature; {@link #since(String)} completes it. */
  public static final class Builder {
    private final String name;
    private Category category;
    private final List<Argument> arguments = new ArrayList<>();
    private boolean varargs;
    private String resultDdl;
    private ResultRule resultRule;
    private NullRule nullRule = NullRule.ANY_NULL;
    private boolean deterministic = true;
    private boolean opaque;
    private Tolerance tolerance = Tolerance.EXACT;
    private String summary;
    private String description = "";
    private final List<Example> examples = new ArrayList<>();
    private final List<String> divergences = new ArrayList<>();
    private String since;

    private Builder(String name) {
      this.name = name;
    }

    public Builder in(Category category) {
      this.category = category;
      return this;
    }

    /** Adds an argument; {@code ddl} is a Spark type or {@code any}. */
    public Builder takes(String argument, String ddl) {
      return takes(argument, ddl, false);
    }

    /**
     * Adds an argument that is a constant by nature, such as a pattern or a unit: in the DataFrame
     * APIs a string is then a literal, not a column name. In SQL it is like any other.
     */
    public Builder takesLiteral(String argument, String ddl) {
      return takes(argument, ddl, true);
    }

    private Builder takes(String argument, String ddl, boolean literal) {
      if (varargs) {
        throw new IllegalStateException(name + ": no argument can follow varargs");
      }
      arguments.add(new Argument(argument, ddl, literal));
      return this;
    }

    /** Adds an argument that may occur zero or more times; it must be the last one. */
    public Builder takesMany(String argument, String ddl) {
      takes(argument, ddl);
      varargs = true;
      return this;
    }

    public Builder returns(String ddl) {
      resultDdl = ddl;
      return this;
    }

    /** Declares a result type that follows from the arguments; {@code words} document it. */
    public Builder returns(String words, ResultRule rule) {
      resultDdl = words;
      resultRule = rule;
      return this;
    }

    public Builder nulls(NullRule rule) {
      nullRule = rule;
      return this;
    }

    public Builder nondeterministic() {
      deterministic = false;
      return this;
    }

    /**
     * Declares that the row-wise body only tests arguments of type {@code any} for null or returns
     * one of them. A call compiled into a query then passes them as internal values, unconverted.
     */
    public Builder opaque() {
      opaque = true;
      return this;
    }

    public Builder tolerance(double relative) {
      tolerance = new Tolerance(relative);
      return this;
    }

    /** One line, without a full stop at its end. */
    public Builder summary(String line) {
      summary = line;
      return this;
    }

    public Builder description(String text) {
      description = text;
      return this;
    }

    /** Adds a runnable example: an expression, and its result cast to string. */
    public Builder example(String sql, String shows) {
      examples.add(new Example(sql, shows));
      return this;
    }

    public Builder divergence(String text) {
      divergences.add(text);
      return this;
    }

    /** Completes the signature, or throws an {@link IllegalStateException} that says what lacks. */
    public Signature since(String version) {
      since = version;
      require(category != null, "a category");
      require(resultDdl != null, "a result type");
      require(
          summary != null && !summary.isBlank() && !summary.contains("\n"), "a one-line summary");
      require(!examples.isEmpty(), "an example");
      require(!opaque || arguments.stream().anyMatch(Argument::isAny), "an argument of any type");
      return build();
    }

    private Signature build() {
      return new Signature(
          name,
          category,
          arguments,
          varargs,
          resultDdl,
          resultRule,
          nullRule,
          deterministic,
          opaque,
          tolerance,
          summary,
          description,
          examples,
          divergences,
          since);
    }

    private void require(boolean there, String what) {
      if (!there) {
        throw new IllegalStateException("the signature of " + name + " lacks " + what);
      }
    }
  }
}
