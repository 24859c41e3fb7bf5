/** Analyses a text for the rules of a domain: words, scopes, languages, negations and layout. */
import type { TextEncoder } from '../../engines/encoders/text-encoder.ts';
import { layoutOf } from './decision/text-layout.ts';
import type { Block, DocumentParts } from './document/blocks.ts';
import type { TextDocument } from './document.ts';
import { findLanguages } from './languages/language.ts';
import { findNegations } from './negation/find-negations.ts';
import type { PhraseGroup } from './phrases/phrase-group.ts';
import { assignScopes } from './scopes/assign-scopes.ts';
import type { ScopeCues } from './scopes/compile-scope-cues.ts';
import { dictionaryWords } from './words/dictionary-words.ts';
import { englishWords } from './words/english-words.ts';
import { readText } from './words/read-text.ts';
import { SpellingCorrector } from './words/word-forms.ts';

type AnalyseText = (
  readable: string,
  nowMs: number,
  parts?: Pick<DocumentParts, 'cells' | 'blocks'>,
) => TextDocument;

export function compileTextAnalysis(
  scopeCues: ScopeCues,
  cues: PhraseGroup,
  encoder: Pick<TextEncoder, 'encode'>,
): AnalyseText {
  const vocabulary = new Set([...scopeCues.vocabulary, ...cues.vocabulary]);
  const corrector = new SpellingCorrector([...vocabulary]);
  const isKnown = (word: string) => corrector.has(word) || englishWords().has(word);
  const isListed = (word: string) => {
    const singular = word.replace(/s$/, '');
    return (
      isKnown(word) ||
      isKnown(singular) ||
      cues.hasPrefixOf(word) ||
      dictionaryWords().has(word) ||
      dictionaryWords().has(singular)
    );
  };
  return (readable, nowMs, { cells, blocks } = { cells: [], blocks: [] }) => {
    const scoped = assignScopes(readText(readable, corrector, cells), scopeCues);
    return {
      ...scoped,
      nowMs,
      languages: findLanguages(scoped, vocabulary),
      negations: findNegations(scoped),
      layout: layoutOf(scoped, headingsOf(blocks)),
      isListed,
      encode: cachedEncode(encoder),
    };
  };
}

const headingsOf = (blocks: readonly Block[]) =>
  blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => [start, end] as const);

/** Caches the vectors of one text's sentences, since several rules compare the same ones. */
function cachedEncode(encoder: Pick<TextEncoder, 'encode'>): TextDocument['encode'] {
  const cache = new Map<string, Float32Array>();
  return async (texts) => {
    const fresh = [...new Set(texts)].filter((text) => !cache.has(text));
    if (fresh.length > 0) {
      const vectors = await encoder.encode(fresh);
      for (const [position, text] of fresh.entries()) cache.set(text, vectors[position]!);
    }
    return texts.map((text) => cache.get(text)!);
  };
}
