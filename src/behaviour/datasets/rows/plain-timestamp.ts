/**
 * Parses the usual timestamp without a date library: `2024-05-01T12:00:00Z`, with or without milliseconds.
 */

const plain = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Epoch ms. Null for any other form, and for a day or an hour that does not exist. */
export function plainTimestampMs(text: string): number | null {
  if (!plain.test(text)) return null;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  // Date.UTC maps years below 100 to the 20th century.
  if (year < 100 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const millisecond = text.length === 24 ? digits(text, 20, 23) : 0;
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

function digits(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : daysOfMonth[month - 1]!;
}
