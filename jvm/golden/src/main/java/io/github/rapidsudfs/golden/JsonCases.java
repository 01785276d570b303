// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.GetJsonObjectOptions;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.rapids.jni.JSONUtils;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** JSON paths: cuDF's own function and the plugin's. */
final class JsonCases {
  private static final Supplier<ColumnVector> DOCUMENTS =
      () ->
          ColumnBuilders.lines(
              """
              {"a": 1, "b": {"c": [1, 2, {"d": "x"}]}}
              ∅

              {}
              []
              [1, 2.50, -3e5]
              {"a": "q\\"uo\\u00e9te\\n", "a": 2}
              {'a': 'single'}
              {"a": null, "b": true}
              {"a": [ {"b": 1}, {"b": 2}, {"c": 3} ]}
              {"a": {"b": {"c": 7}}} trailing
              not json
              {"a": 1
              {"a b": "space", "日": "本"}
              "text"
              17
              {"a": [[1,2],[3]], "b": []}
               { "a" : 1.0 }\s
              {"a": 12345678901234567890, "b": 1E400, "c": 0.10}""");

  private static final List<String> PATHS =
      ColumnBuilders.words(
          "$|$.a|$['a']|$.b.c|$.b.c[2].d|$[0]|$[*]|$.a[*].b|$.a[1]|$.*|$.a[*]|$.a[*][0]|"
              + "$['a b']|$.x|$.a.b.c|$.b.c[*]|$.日");

  /** Malformed JSON, of which cuDF skips the parts that it does not need. */
  private static final Supplier<ColumnVector> ODD =
      () ->
          ColumnBuilders.lines(
              """
              {"a
              {"a\\q": 1, "b": 2}
              {'a': 'x', "b": "y"}
              {"": 1, "a": 2}
              ["a" "b", "c"]
              {"a": [1, [2, 3], {"b": [4, {"b": 5}]}], "b": {"a": [6]}}
              {]}
              {"a": {]}, "b": 1}
              [1,,2]
              [1, 2
              {"a": 1}}
              {"é": é, "a": é1}
              "a": 3, "b": 4
              {"a": "unclosed
              [[[]], [[1], [2, 3]]]
              {"a": "\\ud83d\\ude00 \\/"}
              {"a" : 'it', 'b': "it's"}
              {"a": tru e, "b": [nul]}
              {"a" 1, "b": 2}
              {"a": "", "b": ''}
              ] 1
              [{"a": {"b": 1}}, {"a": 2}, {"b": 3}, 4]
              [{"a": {"b": 1}}, {"a": {"c": 2}}]""");

  private static final List<String> ODD_PATHS =
      ColumnBuilders.words(
          "|a|.a| $.a|$*|$.a.*|$[*][*]|$[*].a|$[*].a.b|$.a[*].b[*]|$['a'].b[0]|$[1][0]|"
              + "$[0].a|$.b|$.é|$.*.*.*");

  private JsonCases() {}

  static void add(Cases cases) {
    for (String path : PATHS) {
      over(cases, "getJSONObject " + path, DOCUMENTS, path, GetJsonObjectOptions.DEFAULT);
      cases.over(
          "JSONUtils.getJsonObject " + path,
          DOCUMENTS,
          in -> JSONUtils.getJsonObject(in[0], steps(path)));
    }
    over(cases, "getJSONObject with all options", DOCUMENTS, "$.a", options(true, false, true));
    for (String path : ODD_PATHS) {
      over(cases, "getJSONObject of odd text " + path, ODD, path, options(false, true, false));
      over(
          cases, "getJSONObject of odd text, other " + path, ODD, path, options(true, false, true));
    }
    cases.over(
        "JSONUtils.getJsonObjectMultiplePaths",
        DOCUMENTS,
        in ->
            JSONUtils.getJsonObjectMultiplePaths(
                in[0], PATHS.stream().map(p -> Arrays.asList(steps(p))).toList()));
  }

  /** A path of names, indices and stars as the plugin passes it. */
  private static JSONUtils.PathInstructionJni[] steps(String path) {
    List<JSONUtils.PathInstructionJni> steps = new ArrayList<>();
    for (String part : path.substring(1).replace("[", ".[").split("\\.")) {
      String name = part.replaceAll("[\\[\\]']", "");
      if (part.isEmpty()) {
        continue;
      }
      boolean index = part.matches("\\[\\d+\\]");
      JSONUtils.PathInstructionType type =
          name.equals("*")
              ? JSONUtils.PathInstructionType.WILDCARD
              : index ? JSONUtils.PathInstructionType.INDEX : JSONUtils.PathInstructionType.NAMED;
      steps.add(
          new JSONUtils.PathInstructionJni(
              type,
              type == JSONUtils.PathInstructionType.NAMED ? name : "",
              index ? Integer.parseInt(name) : -1));
    }
    return steps.toArray(new JSONUtils.PathInstructionJni[0]);
  }

  private static GetJsonObjectOptions options(boolean single, boolean strip, boolean missing) {
    return GetJsonObjectOptions.builder()
        .allowSingleQuotes(single)
        .stripQuotesFromSingleStrings(strip)
        .missingFieldsAsNulls(missing)
        .build();
  }

  private static void over(
      Cases cases,
      String name,
      Supplier<ColumnVector> documents,
      String path,
      GetJsonObjectOptions options) {
    Cases.Body body =
        in -> Cases.with(Scalar.fromString(path), s -> in[0].getJSONObject(s, options));
    cases.over(name, documents, body);
  }
}
