// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.PadSide;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import java.util.Arrays;
import org.junit.Test;

/** Strings by characters and bytes. */
public class StringKernelsTest {
  @Test
  public void lengthsCountCharactersOrBytes() {
    try (ColumnVector s = ColumnVector.fromStrings("", "abc", "héé", "𝄞", null)) {
      Cols.check(s.getCharLengths(), 0, 3, 3, 1, null);
      Cols.check(s.getByteCount(), 0, 3, 5, 4, null);
    }
  }

  @Test
  public void codePointsArePackedBytes() {
    try (ColumnVector s = ColumnVector.fromStrings("aé", null, "€")) {
      Cols.check(s.codePoints(), 0x61, 0xC3A9, 0xE282AC);
    }
  }

  @Test
  public void substringsByCharacters() {
    try (ColumnVector s = ColumnVector.fromStrings("Héllo", "thésé", null, "", "ab");
        ColumnVector from = ColumnVector.fromInts(1, 1, 0, 0, -1);
        ColumnVector to = ColumnVector.fromInts(3, -1, 1, 1, 1)) {
      Cols.check(s.substring(1), "éllo", "hésé", null, "", "b");
      Cols.check(s.substring(1, 3), "él", "hé", null, "", "b");
      Cols.check(s.substring(-2), "lo", "sé", null, "", "ab");
      Cols.check(s.substring(0, -1), "Héll", "thés", null, "", "a");
      Cols.check(s.substring(from, to), "él", "hésé", null, "", "a");
    }
  }

  @Test
  public void locateGivesCharacterPositions() {
    try (ColumnVector s = ColumnVector.fromStrings("Héllo", "llo", null, "");
        Scalar llo = Scalar.fromString("llo");
        Scalar empty = Scalar.fromString("")) {
      Cols.check(s.stringLocate(llo), 2, 0, null, -1);
      Cols.check(s.stringLocate(llo, 1), 2, -1, null, -1);
      Cols.check(s.stringLocate(empty), 0, 0, null, 0);
      Cols.check(s.startsWith(llo), false, true, null, false);
      Cols.check(s.endsWith(llo), true, true, null, false);
      Cols.check(s.stringContains(llo), true, true, null, false);
    }
  }

  @Test
  public void replaceTakesEachOccurrenceOnce() {
    try (ColumnVector s = ColumnVector.fromStrings("aaa", "é.é", null, "");
        Scalar aa = Scalar.fromString("aa");
        Scalar e = Scalar.fromString("é");
        Scalar x = Scalar.fromString("x");
        Scalar none = Scalar.fromString("")) {
      Cols.check(s.stringReplace(aa, x), "xa", "é.é", null, "");
      Cols.check(s.stringReplace(e, none), "aaa", ".", null, "");
      assertThrows(Throwable.class, () -> s.stringReplace(none, x).close());
    }
  }

  @Test
  public void stripAndPad() {
    try (ColumnVector s = ColumnVector.fromStrings(" \t a b\n", "xxaxx", null);
        Scalar x = Scalar.fromString("x")) {
      Cols.check(s.strip(), "a b", "xxaxx", null);
      Cols.check(s.lstrip(x), " \t a b\n", "axx", null);
      Cols.check(s.rstrip(x), " \t a b\n", "xxa", null);
    }
    try (ColumnVector s = ColumnVector.fromStrings("fox", "é", null, "toolong")) {
      Cols.check(s.pad(6, PadSide.LEFT, "0"), "000fox", "00000é", null, "toolong");
      Cols.check(s.pad(6, PadSide.RIGHT, "é"), "foxééé", "éééééé", null, "toolong");
      Cols.check(s.pad(6, PadSide.BOTH, "+"), "+fox++", "++é+++", null, "toolong");
      Cols.check(s.zfill(4), "0fox", "000é", null, "toolong");
    }
  }

  @Test
  public void repeatByConstantAndByColumn() {
    try (ColumnVector s = ColumnVector.fromStrings("ab", "é", null, "x");
        ColumnVector n = ColumnVector.fromBoxedInts(2, 0, 1, null)) {
      Cols.check(s.repeatStrings(2), "abab", "éé", null, "xx");
      Cols.check(s.repeatStrings(-1), "", "", null, "");
      Cols.check(s.repeatStrings(n), "abab", "", null, null);
    }
  }

  @Test
  public void concatenationReplacesNullsOrGivesNull() {
    try (ColumnVector a = ColumnVector.fromStrings("a", null, "c");
        ColumnVector b = ColumnVector.fromStrings("1", "2", null);
        Scalar dash = Scalar.fromString("-");
        Scalar none = Scalar.fromNull(DType.STRING);
        Scalar x = Scalar.fromString("X")) {
      Cols.check(
          ColumnVector.stringConcatenate(dash, none, new ColumnView[] {a, b}), "a-1", null, null);
      Cols.check(
          ColumnVector.stringConcatenate(dash, x, new ColumnView[] {a, b}), "a-1", "X-2", "c-X");
      Cols.check(
          ColumnVector.stringConcatenate(dash, x, new ColumnView[] {a, b}, false),
          "a-1",
          "X2",
          "cX");
    }
  }

  @Test
  public void listElementsJoin() {
    try (ColumnVector l =
            Cols.lists(
                DType.STRING,
                Arrays.asList("a", "b"),
                Arrays.asList("a", null),
                Arrays.asList(),
                null);
        ColumnVector nulls = Cols.lists(DType.STRING, Arrays.asList(null, (String) null));
        Scalar dash = Scalar.fromString("-");
        Scalar none = Scalar.fromNull(DType.STRING);
        Scalar x = Scalar.fromString("X")) {
      Cols.check(
          l.stringConcatenateListElements(dash, none, false, false), "a-b", null, null, null);
      Cols.check(l.stringConcatenateListElements(dash, none, false, true), "a-b", null, "", null);
      Cols.check(l.stringConcatenateListElements(dash, x, true, true), "a-b", "a-X", "", null);
      // As if the list were empty, also where nulls are replaced.
      Cols.check(nulls.stringConcatenateListElements(dash, x, true, false), (Object) null);
      Cols.check(nulls.stringConcatenateListElements(dash, x, true, true), "");
    }
  }

  @Test
  public void splitIntoListsAndColumns() {
    try (ColumnVector s = ColumnVector.fromStrings("a,b,c", "", ",x", null, "z")) {
      Cols.check(
          s.stringSplitRecord(","),
          Cols.list("a", "b", "c"),
          Cols.list(""),
          Cols.list("", "x"),
          null,
          Cols.list("z"));
      Cols.check(
          s.stringSplitRecord(",", 2),
          Cols.list("a", "b,c"),
          Cols.list(""),
          Cols.list("", "x"),
          null,
          Cols.list("z"));
      try (Table t = s.stringSplit(",")) {
        assertEquals(3, t.getNumberOfColumns());
        assertEquals(Arrays.asList("b", null, "x", null, null), Cols.values(t.getColumn(1)));
      }
    }
  }

  @Test
  public void urlsEncodeAllButUnreserved() {
    try (ColumnVector s = ColumnVector.fromStrings("a b+c", "é~-._", null, "%");
        ColumnVector e = ColumnVector.fromStrings("a%20b+c", "%C3%a9", "%", "%4", "%zz", null)) {
      Cols.check(s.urlEncode(), "a%20b%2Bc", "%C3%A9~-._", null, "%25");
      Cols.check(e.urlDecode(), "a b+c", "é", "%", "%4", "%zz", null);
    }
  }

  @Test
  public void casesAreThoseOfLibcudfsTables() {
    try (ColumnVector s =
        ColumnVector.fromStrings("aBc1", "Éé", null, "straße", "İ", "ΣΑς", "ﬁǆŉ", "𐐨𐐀")) {
      Cols.check(s.upper(), "ABC1", "ÉÉ", null, "STRASSE", "İ", "ΣΑΣ", "FIǄʼN", "𐐨𐐀");
      Cols.check(s.lower(), "abc1", "éé", null, "straße", "i\u0307", "σας", "ﬁǆŉ", "𐐨𐐀");
    }
  }

  @Test
  public void capitalLetters() {
    try (ColumnVector s = ColumnVector.fromStrings("hello wORLD", "a1b c_d", "ßİ", "ǅǆ", null);
        Scalar none = Scalar.fromString("");
        Scalar some = Scalar.fromString("_o");
        Scalar missing = Scalar.fromNull(DType.STRING)) {
      String sharp = "Ssi\u0307";
      Cols.check(s.toTitle(), "Hello World", "A1B C_D", sharp, "ǅǆ", null);
      Cols.check(s.capitalize(none), "Hello world", "A1b c_d", sharp, "ǅǆ", null);
      Cols.check(s.capitalize(some), "Hello world", "A1b c_D", sharp, "ǅǆ", null);
      assertThrows(CudfException.class, () -> s.capitalize(missing).close());
    }
  }

  @Test
  public void bytesStayBytes() {
    byte[] bad = {'a', (byte) 0xFF, 'b'};
    try (ColumnVector s = ColumnVector.fromUTF8Strings(bad, "x".getBytes());
        Scalar x = Scalar.fromString("x");
        Scalar y = Scalar.fromString("yy");
        ColumnVector r = s.stringReplace(x, y);
        HostColumnVector h = r.copyToHost()) {
      assertArrayEquals(bad, h.getUTF8(0));
      assertEquals("yy", h.getJavaString(1));
      assertThrows(UnsupportedOperationException.class, () -> s.substring(1).close());
    }
  }

  @Test
  public void byteListsAndIntegers() {
    try (ColumnVector s = ColumnVector.fromStrings("é", null, "");
        ColumnVector i = ColumnVector.fromBoxedInts(1, null)) {
      Cols.check(s.asByteList(true), Cols.list((byte) 0xC3, (byte) 0xA9), null, Cols.list());
      Cols.check(i.asByteList(true), Cols.list((byte) 0, (byte) 0, (byte) 0, (byte) 1), null);
      Cols.check(i.asByteList(false), Cols.list((byte) 1, (byte) 0, (byte) 0, (byte) 0), null);
    }
  }

  @Test
  public void byteListsOfASliceHaveNoMoreBytesThanItsOwn() {
    try (ColumnVector all = ColumnVector.fromStrings("abc", "de", null, "f")) {
      ColumnView[] parts = all.splitAsViews(1, 3);
      try (ColumnVector lists = parts[1].asByteList();
          ColumnView bytes = lists.getChildColumnView(0);
          ColumnView own = bytes.subVector(0, 2)) {
        assertEquals(6, bytes.getRowCount());
        Cols.check(own.castTo(DType.INT32), (int) 'd', (int) 'e');
        Throwable beyond = assertThrows(RuntimeException.class, bytes::copyToColumnVector);
        assertTrue(beyond.getMessage().contains("reads 6 bytes at 0 of a buffer of 2"));
      } finally {
        for (ColumnView part : parts) {
          part.close();
        }
      }
    }
  }

  @Test
  public void integersAreRecognizedWithinBounds() {
    try (ColumnVector s =
        ColumnVector.fromStrings("1", "-128", "128", "+5", "", "-", "1.0", null)) {
      Cols.check(s.isInteger(), true, true, true, true, false, false, false, null);
      Cols.check(s.isInteger(DType.INT8), true, true, false, true, false, false, false, null);
    }
  }

  @Test
  public void aStringOperationOfNumbersIsCudfsError() {
    try (ColumnVector i = ColumnVector.fromInts(1)) {
      ColumnView view = i;
      assertThrows(Throwable.class, () -> view.upper().close());
    }
  }

  @Test
  public void aNullTargetOfARowIsInNoString() {
    try (ColumnVector s = ColumnVector.fromStrings("abc", "abc", null);
        ColumnVector targets = ColumnVector.fromStrings("bc", null, "a")) {
      Cols.check(s.stringContainsPerRow(targets), true, false, null);
    }
  }
}
