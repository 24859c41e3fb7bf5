/** Postcodes in a text, by their forms, with the texts beside each. */

export interface WrittenPostcode {
  readonly code: string;
  /** null: the form alone does not tell. */
  readonly country: string | null;
  /** Texts that may name the city, the likeliest first; empty: there is nothing else. */
  readonly beside: readonly string[];
}

/** Signs before a code: "D-10115", "CH-8001". */
const signs: Readonly<Record<string, string>> = {
  ...{ D: 'DE', DE: 'DE', A: 'AT', AT: 'AT', CH: 'CH', F: 'FR', FR: 'FR', I: 'IT', IT: 'IT', B: 'BE' },
  ...{ BE: 'BE', NL: 'NL', L: 'LU', LU: 'LU', DK: 'DK', S: 'SE', SE: 'SE', N: 'NO', NO: 'NO', FI: 'FI' },
  ...{ PL: 'PL', CZ: 'CZ', SK: 'SK', E: 'ES', ES: 'ES', P: 'PT', PT: 'PT', H: 'HU', HU: 'HU', SI: 'SI' },
  ...{ HR: 'HR', LT: 'LT', LV: 'LV', RO: 'RO', BG: 'BG', FL: 'LI' },
};

const forms: readonly (readonly [RegExp, string | null])[] = [
  [/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i, 'GB'],
  [/\b[A-Z]\d[A-Z][ -]?\d[A-Z]\d\b/i, 'CA'],
  [/\b[A-Z]\d[\dW] ?[A-Z\d]{4}\b/i, 'IE'],
  [/\b\d{4} ?[A-Z]{2}\b/, 'NL'],
  [/\b\d{5}-\d{4}\b/, 'US'],
  [/\b\d{2}-\d{3}\b/, 'PL'],
  [/\b\d{4}-\d{3}\b/, 'PT'],
  [/\b\d{5}-\d{3}\b/, 'BR'],
  [/\b\d{3} \d{2}\b/, null],
  [/\b\d{4,6}\b/, null],
];
const signed = /\b([A-Z]{1,2})-(\d{4,6})\b/;
/** The first half of a British code, alone or beside a city. */
const outward = /(?:^|[\s,])([A-Z]{1,2}\d{1,2}[A-Z]?)$|^([A-Z]{1,2}\d{1,2}[A-Z]?)\s/;

export function* writtenPostcodes(text: string): Generator<WrittenPostcode> {
  if (!/\d/.test(text)) return;
  const sign = signed.exec(text);
  const country = sign === null ? undefined : signs[sign[1]!];
  if (sign !== null && country !== undefined)
    yield { code: sign[2]!, country, beside: besideOf(text, sign.index, sign[0].length) };
  for (const [form, own] of forms) {
    const found = form.exec(text);
    if (found !== null)
      yield { code: found[0], country: own, beside: besideOf(text, found.index, found[0].length) };
  }
  const half = outward.exec(text.trim());
  if (half !== null)
    yield { code: (half[1] ?? half[2])!, country: 'GB', beside: besideHalf(text.trim(), half) };
}

function besideHalf(text: string, half: RegExpExecArray): readonly string[] {
  return [trimmed(text.slice(0, half.index) + text.slice(half.index + half[0].length))];
}

/** Everything but the code; the rest of its own part with the text after it; the part before. */
function besideOf(text: string, at: number, length: number): readonly string[] {
  const before = text.slice(0, at);
  const after = text.slice(at + length);
  const ownStart = Math.max(before.lastIndexOf(','), before.lastIndexOf('\n')) + 1;
  const own = trimmed(`${before.slice(ownStart)} ${after}`);
  const earlier = trimmed(before.slice(0, Math.max(0, ownStart - 1)));
  const previous = earlier.slice(earlier.lastIndexOf(',') + 1).trim();
  const following = trimmed(after.replace(/^\s*,/, ''));
  const texts = [
    trimmed(`${before} ${after}`),
    own,
    previous,
    [previous, following].filter((word) => word !== '').join(', '),
  ];
  return [...new Set(texts.filter((text) => text !== ''))];
}

const trimmed = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:()|-]+|[\s,;:(|-]+$/g, '')
    .trim();
