// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** The columnar forms of comprehensions and their consumers. */
public final class ListForms {
  private ListForms() {}

  /** A loop over lists; in its body each row is an element. */
  public static final class Each implements AutoCloseable {
    private final MaskedWriter c;
    private final Col outerLive;
    private final Col outerOdd;
    private final Set<Integer> outerPresent;
    private final Deque<MaskedWriter.Catcher> outerCatchers;
    private final Col outerShape;
    private final Col list;

    /** The elements of all lists, concatenated. */
    public final Col element;

    /** The mask of elements that pass the conditions. */
    private Col kept = Col.TRUE;

    /**
     * @param of lists or strings, not None
     */
    public Each(MaskedWriter c, Col of) {
      this(c, List.of(SequenceForms.items(c, of)));
    }

    /** A loop over several lists of equal lengths in parallel. */
    public Each(MaskedWriter c, List<Col> lists) {
      this.c = c;
      list = lists.get(0);
      List<Col> all = new ArrayList<>();
      for (Col one : lists) {
        all.add(c.asciiLike(ListSteps.elements(c, one), one));
      }
      element = all.size() == 1 ? all.get(0) : Col.tuple(all);
      outerLive = c.live();
      outerOdd = c.odd();
      outerPresent = c.present();
      outerCatchers = c.catchers;
      outerShape = c.shape;
      c.enter(Col.TRUE, Col.FALSE, Set.of(), new ArrayDeque<>(), all.get(0));
    }

    /** A value of the enclosing rows, repeated for each element. */
    public Col spread(Col value) {
      if (value.isConstant()) return value;
      if (value.parts != null) {
        List<Col> parts = new ArrayList<>();
        for (Col part : value.parts) parts.add(spread(part));
        return value.kind == Kind.LIST ? Col.list(parts) : Col.tuple(parts);
      }
      if (value.kind == Kind.LIST) throw c.refuse("a list within a comprehension over another");
      Set<Integer> present = c.present();
      c.setPresent(outerPresent);
      Col made = ListSteps.spread(c, list, value);
      c.setPresent(present);
      return made;
    }

    /** A condition: what follows matters only for elements that pass it. */
    public void keep(Col mask) {
      kept = c.and(kept, mask);
      c.setLive(kept);
    }

    /** Returns to rows; a row with an odd element is odd. */
    @Override
    public void close() {
      Col odd = c.odd();
      c.enter(outerLive, outerOdd, outerPresent, outerCatchers, outerShape);
      if (!odd.isFalse()) c.odd(any(odd));
    }

    private Col any(Col mask) {
      if (mask.isFalse()) return Col.FALSE;
      if (mask.isTrue()) return c.is(BinaryOp.GREATER, StringSteps.length(c, list), 0);
      return c.is(BinaryOp.GREATER, count(mask), 0);
    }

    /** The number of elements for which a mask holds; after {@link #close}. */
    Col count(Col mask) {
      return ListSteps.sum(c, list, c.cast(mask, Kind.INT, 40)).within(0, Col.MOST_LENGTH);
    }

    /** {@code any()} of values computed per element; after {@link #close}. */
    public Col any(Col mask, boolean all) {
      if (all) return c.not(any(c.andNot(kept, mask)));
      return any(c.and(kept, mask));
    }

    /**
     * {@code sum()} of ints within 31 bits. Call it while the loop is open.
     *
     * @return the values to sum
     */
    public Col summand(Col value) {
      Col n = NumberForms.integer(c, value);
      long most = Integer.MAX_VALUE;
      if (!n.isWithin(-most, most)) {
        c.odd(c.is(BinaryOp.LESS, n, -most));
        c.odd(c.is(BinaryOp.GREATER, n, most));
      }
      Col all = c.column(c.select(kept, n, Col.constant(0L)), Kind.INT);
      return c.known(all, Col.constant(0L));
    }

    public Col sum(Col summand) {
      return ListSteps.sum(c, list, summand).within(-(1L << 62), 1L << 62);
    }

    /** The lists of values computed for the elements that pass; none may be None. */
    public Col lists(Col value) {
      Col made = ListSteps.with(c, list, value);
      return kept.isTrue() ? made : ListSteps.filtered(c, made, kept);
    }

    /** A value as a column over all elements; None is odd. */
    public Col column(Col value) {
      return ListColumns.asItem(c, value);
    }
  }

  public static Col join(MaskedWriter c, Col separator, Col items) {
    String by = TextForms.text(c, separator, "join() by a separator");
    if (items.parts != null) {
      List<Col> all = new ArrayList<>();
      for (Col part : items.parts) {
        if (part.kind != Kind.STR || c.mayBeNone(part)) throw c.refuse("join() of these values");
        if (!all.isEmpty()) all.add(Col.constant(by));
        all.add(part);
      }
      return TextForms.joined(c, all);
    }
    if (items.kind == Kind.LIST && items.item == Kind.NONE) return Col.constant("");
    if (items.kind != Kind.LIST || items.item != Kind.STR) {
      throw c.refuse("join() of " + items.name());
    }
    return ListSteps.joined(c, items, by);
  }

  /** The words of a string. */
  static Col words(MaskedWriter c, Col s) {
    String beyondAscii = TextForms.SPACES.replaceAll("\\p{ASCII}", "");
    StringSteps.oddWith(c, s, "spaces", "[" + beyondAscii + "]");
    byte[] table = StringSteps.table(b -> false, 0);
    for (int b : new int[] {'\t', '\n', 11, 12, '\r', 28, 29, 30, 31}) table[b] = ' ';
    Col parts = StringSteps.split(c, StringSteps.mapped(c, s, "spaces", table), " ", -1);
    try (Each each = new Each(c, parts)) {
      each.keep(c.not(StringSteps.isEmpty(c, each.element)));
      return each.lists(each.element);
    }
  }
}
