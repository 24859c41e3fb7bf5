/** The parsers' trees are built by recursion, so that a text of brackets alone would end their stack. */

const MOST_LEVELS = 200;

export function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x7b || unit === 0x5b || unit === 0x28) depth++;
    else if ((unit === 0x7d || unit === 0x5d || unit === 0x29) && depth > 0) depth--;
    if (depth > MOST_LEVELS) return true;
  }
  return false;
}
