/**
 * A text with HTML in it is read without its tags and entities. Every UTF-16 unit is replaced by one unit, so
 * that spans hold for the text as given.
 */
const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  ndash: '–',
  mdash: '—',
  middot: '·',
  bull: '•',
  euro: '€',
  pound: '£',
  quot: '"',
  apos: "'",
  rsquo: '’',
  lsquo: '‘',
  hellip: '…',
  lt: ' ',
  gt: ' ',
};
const blocks = /^<\/?(?:p|br|li|ul|ol|div|tr|td|th|table|h[1-6]|section|article|header|footer|dt|dd)\b/i;
/** Other words of HTML, which are no names of a record's fields. */
const html =
  /^<\/?(?:a|b|i|u|s|em|strong|span|font|small|big|sup|sub|img|hr|html|head|body|script|style|code|pre|blockquote|center|tbody|thead|button|form|input|label|select|option|iframe|svg|mark|cite|q|abbr|del|ins|main|nav|figure|figcaption|video|audio|meta|link)\b/i;
/** `<city>Ulm</city>` is the line "city: Ulm". */
const field = /<([a-z][a-z0-9_-]{1,20})((?:\s[^<>]{0,60})?)>([^<>]{0,400})<\/\1>/gi;
const tag = /<!--[^>]{0,2000}-->|<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,300})?\/?>/gi;
const entity = /&(?:([a-z]{2,6})|#(\d{2,5}));/gi;

export function withoutMarkup(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  if (!/<[a-z!/]|&[a-z#]/i.test(text)) return text;
  return text
    .replace(field, (whole, name: string, attributes: string, value: string) =>
      blocks.test(whole) || html.test(whole)
        ? whole
        : `\n${name}${attributes}:${value}${'\n'.padEnd(name.length + 3)}`,
    )
    .replace(tag, (found) => (blocks.test(found) ? '\n' : ' ').padEnd(found.length, ' '))
    .replace(entity, (found, name: string | undefined, code: string | undefined) => {
      const sign =
        name === undefined ? String.fromCharCode(Number(code)) : (entities[name.toLowerCase()] ?? null);
      return sign === null || sign.length !== 1 ? found : sign.padEnd(found.length, ' ');
    });
}
