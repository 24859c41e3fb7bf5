/** The views of a text by the languages of its sentences that are not English. */
import type { TextDocument } from '../document.ts';
import type { LanguageReader } from './compile-language.ts';
import { nameLanguages } from './name-language.ts';

export interface LanguageView {
  readonly reader: LanguageReader;
  readonly document: TextDocument;
}

/** One view for each language of the text that the domain has rules for. */
export function viewsOf(document: TextDocument, readers: readonly LanguageReader[]): readonly LanguageView[] {
  const { isForeign } = document.languages;
  if (readers.length === 0 || !isForeign.includes(true)) return [];
  const codes = nameLanguages(document, isForeign);
  return readers
    .filter(({ code }) => codes.includes(code))
    .map((reader) => ({ reader, document: reader.view(document, codes) }));
}
