/**
 * Of a form with ticked and empty boxes ("Sex: [ ] M [x] F") the ticked options stay. Every UTF-16 unit is replaced by
 * one unit, so that spans hold for the text as given.
 */
export function withoutEmptyBoxes(text: string): string {
  if (!emptyBox.test(text) || !tickedBox.test(text)) return text;
  return text.replace(emptyOption, blank).replace(everyTickedBox, blank);
}

const emptyBox = /\[ ?\]|[☐□]/;
const tickedBox = /\[[xX✓✔]\]|[☑☒✅]/;
const everyTickedBox = new RegExp(tickedBox, 'gu');
/** The box and up to four words after it, which do not begin the next question. */
const emptyOption = /(?:\[ ?\]|[☐□]) ?[^\s[\]:☐□☑☒✅]{1,40}(?: [^\s[\]:☐□☑☒✅]{1,40}(?!\S*:)){0,3}/gu;
const blank = (part: string) => ' '.repeat(part.length);
