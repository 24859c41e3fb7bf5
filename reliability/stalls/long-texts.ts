/** Free texts of a given size, each difficult for some rule of extraction. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

const kinds: readonly (readonly [name: string, piece: string])[] = [
  ['prose', 'I am 31 and live in Lisbon. I run every morning, and I look for something serious. '],
  ['numbers', '31 1.5 200 km 40-50 12,000 EUR 3/4 '],
  ['one letter', 'a'],
  ['capital words', 'Lisbon Porto New York San Jose '],
  ['no spaces', 'x'.repeat(1000)],
  ['line breaks', 'a\n'],
  ['negations', 'not no never not without '],
  ['punctuation', '., ; : ( ) " '],
];

/** `bytes`: length in ASCII. */
export function longTexts(bytes: number): readonly NamedText[] {
  return kinds.map(([name, piece]) => ({
    name: `text: ${name}`,
    text: piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes),
  }));
}
