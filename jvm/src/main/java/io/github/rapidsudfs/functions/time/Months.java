// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.time;

/**
 * The Gregorian calendar in plain numbers, for bodies that allocate no object per row. A month is
 * represented by its number since January of the year 0.
 */
final class Months {
  /** The days of 400 years, after which the calendar repeats. */
  private static final long CYCLE = 146_097;

  /** The days from 0000-03-01 to 1970-01-01. A year that starts in March ends with its leap day. */
  private static final long EPOCH = 719_468;

  private static final int MARCH = 2;
  private static final int DAY_BITS = 5;

  private Months() {}

  /** The month and the day of the month of a date, in one number. */
  static long withDay(long epochDay) {
    long cycle = Math.floorDiv(epochDay + EPOCH, CYCLE);
    int day = (int) (epochDay + EPOCH - cycle * CYCLE);
    int year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    int ofYear = day - daysOfYears(year);
    int month = (5 * ofYear + 2) / 153;
    long number = (cycle * 400 + year) * 12 + month + MARCH;
    return number << DAY_BITS | ofYear - daysOfMonths(month) + 1;
  }

  static long month(long withDay) {
    return withDay >> DAY_BITS;
  }

  static int day(long withDay) {
    return (int) withDay & (1 << DAY_BITS) - 1;
  }

  /** The first day of a month. */
  static long start(long month) {
    long years = Math.floorDiv(month - MARCH, 12L);
    long cycle = Math.floorDiv(years, 400L);
    int year = (int) (years - cycle * 400);
    int ofYear = (int) (month - MARCH - years * 12);
    return cycle * CYCLE + daysOfYears(year) + daysOfMonths(ofYear) - EPOCH;
  }

  private static int daysOfYears(int years) {
    return years * 365 + years / 4 - years / 100;
  }

  private static int daysOfMonths(int months) {
    return (153 * months + 2) / 5;
  }
}
