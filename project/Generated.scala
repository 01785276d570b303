// SPDX-License-Identifier: Apache-2.0

import sbt._

object Generated {

  /** Writes a generated file only if it has changed: an unchanged one is not compiled again. */
  def write(file: File, text: String): File = {
    if (!file.exists() || IO.read(file) != text) IO.write(file, text)
    file
  }
}
