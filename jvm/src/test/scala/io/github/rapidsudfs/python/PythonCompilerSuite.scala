// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python

import java.lang.reflect.{InvocationTargetException, Method}
import java.nio.charset.StandardCharsets.UTF_8

import io.github.rapidsudfs.PatientSuite
import org.codehaus.janino.SimpleCompiler

import scala.collection.JavaConverters._
import scala.io.Source

/** Programs of the front end, compiled by Janino, against what CPython 3.11 answered for each row:
  * the text of the value or of the exception.
  */
class PythonCompilerSuite extends PatientSuite {
  private val mapper = new com.fasterxml.jackson.databind.ObjectMapper

  private val programs = {
    val stream = getClass.getResourceAsStream("programs.jsonl")
    try Source.fromInputStream(stream, UTF_8.name).getLines().map(l => mapper.readTree(l)).toList
    finally stream.close()
  }

  private def value(v: Node): AnyRef = v.text("k") match {
    case "list" => PyList.of(v.list("v").map(value): _*)
    case _      => Constants.value(v, v, 11)._1
  }

  private def answer(method: Method, args: Seq[AnyRef]): Option[String] =
    try Some(Py.repr(method.invoke(null, args: _*)))
    catch {
      case e: InvocationTargetException =>
        e.getCause match {
          case p: PyError  => Some(s"${p.`type`.simpleName}: ${p.str}")
          case _: Overflow => None
          case other       => throw other
        }
    }

  /** The classes of Java that the fast body takes. */
  private def fits(tpe: String, v: AnyRef): Boolean = tpe match {
    case "long" => v.isInstanceOf[java.lang.Long]
    case _      => v != null
  }

  programs.foreach { p =>
    test(p.get("name").asText) {
      val args = p.get("args").elements.asScala.map(a => ArgType(a.asText)).toList
      PythonCompiler.compile(Program.parse(p.get("program").toString), args, "Compiled") match {
        case Left(refusal) => fail(refusal.toString)
        case Right(compiled) =>
          val janino = new SimpleCompiler
          janino.setParentClassLoader(getClass.getClassLoader)
          janino.cook(compiled.source)
          val methods = janino.getClassLoader.loadClass("Compiled").getMethods
          def method(name: String) = methods.find(_.getName == name).get
          method("init").invoke(null, compiled.constants)
          p.get("rows").elements.asScala.foreach { row =>
            def values = row.get(0).elements.asScala.map(v => value(new Node(v))).toList
            val wanted = row.get(1).asText
            assertEquals(answer(method("wide"), values), Some(wanted), row.get(0).toString)
            if (compiled.fastArgs.zip(values).forall { case (t, v) => fits(t, v) })
              answer(method("fast"), values).foreach(assertEquals(_, wanted, row.get(0).toString))
          }
      }
    }
  }

  private def refusal(function: String): String =
    PythonCompiler.compile(Program.parse(function), Seq(ArgType("int")), "Refused") match {
      case Left(r)  => s"${r.line}:${r.column} ${r.reason}"
      case Right(_) => "compiled"
    }

  test("a refusal says where and what") {
    val body = """{"t":"Return","l":2,"c":4,"value":{"t":"Call","l":2,"c":11,"keywords":[],
      "func":{"t":"FUNC","l":2,"c":11,"id":"hash","function":0},"args":[{"t":"Local","id":"x"}]}}"""
    val program = s"""{"v":1,"python":[3,11],"name":"f","line":1,"functions":[
      {"name":"f","line":1,"params":[{"name":"x"}],"captures":[],"body":[$body]}]}"""
    assertEquals(refusal(program.replace("FUNC", "Builtin")), "2:11 hash()")
    assertEquals(refusal(program.replace("FUNC", "Func")), "2:11 recursive function")
    assertEquals(refusal(program.replace("FUNC", "Local")), "2:11 call of a value")
  }
}
