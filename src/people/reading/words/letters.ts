/**
 * Classifies the first character of a word. Nearly all are ASCII, where a comparison replaces the slower
 * regular expression.
 */

const isSmallLetter = (unit: number) => unit >= 97 && unit <= 122;
const isCapitalLetter = (unit: number) => unit >= 65 && unit <= 90;

const isAsciiLetter = (unit: number) => isSmallLetter(unit) || isCapitalLetter(unit);

export function startsWithLetter(text: string): boolean {
  const unit = text.charCodeAt(0);
  return unit < 128 ? isAsciiLetter(unit) : /^\p{L}/u.test(text);
}

export function startsWithTwoLetters(text: string): boolean {
  const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
  if (first >= 128 || second >= 128) return /^\p{L}{2}/u.test(text);
  return isAsciiLetter(first) && isAsciiLetter(second);
}

export function startsWithDigit(text: string): boolean {
  const unit = text.charCodeAt(0);
  return unit >= 48 && unit <= 57;
}

/** Whether the character at the UTF-16 offset `at` is a capital. */
export function isCapitalAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 ? isCapitalLetter(unit) : /^\p{Lu}/u.test(text.slice(at, at + 2));
}

export function countLetters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128) {
      if (isAsciiLetter(unit)) count++;
    } else return count + (text.slice(at).match(/\p{L}/gu)?.length ?? 0);
  }
  return count;
}

export function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) return true;
  }
  return false;
}
