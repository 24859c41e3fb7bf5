/**
 * Keeps the ticked options of a form with ticked and empty boxes ("Sex: [ ] M [x] F"), and the option of a
 * form that marks one ("Sex: (M) / F / X"). Every UTF-16 unit is replaced by one unit, so that spans hold for
 * the text as given.
 */
export function withoutEmptyBoxes(text: string): string {
  const read = text.includes(':') && /[/|]/.test(text) ? text.replace(optionLine, keptMark) : text;
  if (!emptyBox.test(read) || !tickedBox.test(read)) return read;
  return read.replace(emptyOption, blank).replace(everyTickedBox, blank);
}

/** A label and two or more options between slashes or bars. */
const optionLine =
  /(?<=(?:^|\n)[^\S\n]{0,8}[\p{L}][^:\n/|]{0,40}:[^\S\n]{0,8})[^\n/|]{1,40}(?:[/|][^\n/|]{1,40}){1,9}/gu;
const marked =
  /^\s*(?:\([^()]+\)|\*{1,2}[^*]+\*{1,2}|>+[^<>]+<+|_{1,2}[^_]+_{1,2}|\[[^[\]]{2,}\]|«[^«»]+»)\s*$/u;

/** The one marked option of a line, without its mark; the line where none or several are marked. */
function keptMark(line: string): string {
  const options = line.split(/(?<=[/|])/u);
  const isMarked = (option: string) => marked.test(option.replace(/[/|]$/, ''));
  if (options.filter(isMarked).length !== 1) return line;
  return options
    .map((option) => (isMarked(option) ? option.replace(/[()*<>_[\]«»/|]/gu, ' ') : blank(option)))
    .join('');
}

const emptyBox = /\[ ?\]|[☐□]/;
const tickedBox = /\[[xX✓✔]\]|[☑☒✅]/;
const everyTickedBox = new RegExp(tickedBox, 'gu');
/** The box and up to four words after it, which do not begin the next question. */
const emptyOption = /(?:\[ ?\]|[☐□]) ?[^\s[\]:☐□☑☒✅]{1,40}(?: [^\s[\]:☐□☑☒✅]{1,40}(?!\S*:)){0,3}/gu;
const blank = (part: string) => ' '.repeat(part.length);
