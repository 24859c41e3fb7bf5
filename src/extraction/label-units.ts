/**
 * The unit that a label names in place of the number: "max_response_ms: 9000", "usd_per_call = 0.003", "Price in
 * cents: 5".
 */
import type { TextDocument } from './document.ts';

/** Words of a label that are searched for a unit. */
const MAX_LABEL_WORDS = 5;

/** The words of the label before a number, the nearest first; empty where no colon or equals sign is. */
function labelBefore({ words }: TextDocument, first: number): string[] {
  const forms: string[] = [];
  if (!/^[^\S\n]*["'”]?[^\S\n]*[:=][^\S\n]*["'“]?$/.test(words[first]?.gap ?? '')) return forms;
  for (let at = first - 1; at >= 0 && forms.length < MAX_LABEL_WORDS; at--) {
    forms.push(words[at]!.word);
    if (!/^(?:[_ /-]|[^\S\n]?\()$/.test(words[at]!.gap)) break;
  }
  return forms;
}

/** The factor of the unit in the label; null: it names none. */
export function unitInLabel(
  document: TextDocument,
  first: number,
  units: Readonly<Record<string, number>>,
): number | null {
  for (const word of labelBefore(document, first)) if (Object.hasOwn(units, word)) return units[word]!;
  return null;
}

const codes: Readonly<Record<string, string>> = {
  usd: 'USD',
  dollars: 'USD',
  eur: 'EUR',
  euros: 'EUR',
  gbp: 'GBP',
  chf: 'CHF',
};

/** The currency in the label, and 0.01 where the label names its cents. */
export function currencyInLabel(
  document: TextDocument,
  first: number,
): { currency: string; unitFactor: number } | null {
  const label = labelBefore(document, first);
  const code = label.find((word) => Object.hasOwn(codes, word));
  const isMinor = label.some((word) => word === 'cents' || word === 'cent');
  if (code === undefined && !isMinor) return null;
  return { currency: code === undefined ? 'USD' : codes[code]!, unitFactor: isMinor ? 0.01 : 1 };
}
