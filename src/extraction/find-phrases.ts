/** Evaluates `phrases` and `boolean` rules. */
import type { BooleanRule, PhraseEntry, PhrasesRule } from '../domains/extraction-rules.ts';
import {
  type Findings,
  type FoundPreference,
  type FoundValue,
  isReadable,
  type TextDocument,
} from './document.ts';
import { type CompiledLists, compileLists, inLists } from './find-lists.ts';
import { findValueRanges } from './find-value-ranges.ts';
import { inFrames } from './in-frames.ts';
import { isNegated } from './negation.ts';
import type { PhraseGroup, TextMatcher } from './phrase-group.ts';
import { type PhraseMatch, PhraseMatcher, withoutOverlaps } from './phrase-matcher.ts';

type Reads = 'self' | 'wish' | 'any';

interface Entry {
  readonly value: string | boolean;
  /** The value of a negated phrase, if its negation is `flip`. */
  readonly negatedValue: boolean | undefined;
  readonly negation: 'skip' | 'ignore' | 'only' | 'flip';
  readonly reads: Reads | undefined;
  readonly confidence: number | undefined;
  readonly needs: PhraseMatcher<true> | null;
  readonly unless: PhraseMatcher<true> | null;
}

export interface CompiledPhrases {
  readonly matcher: TextMatcher<Entry>;
  readonly typos: boolean;
  readonly reads: Reads;
  readonly confidence: number;
  readonly prefersFirst: boolean;
  /** Values whose ranges are read too, in order; null: ranges are not read. */
  readonly ordered: readonly string[] | null;
  /** Whether the phrases are names in frames. */
  readonly framed: boolean;
  /** Where the phrases are names that count only in lists. */
  readonly lists: CompiledLists | null;
}

const CONFIDENCE = 0.9;
/** Multiplies the confidence of a phrase with a corrected word. */
const CORRECTED_FACTOR = 0.95;

/** `needs` and `unless` are searched in so many words before and after the phrase. */
const CONTEXT_WORDS = 60;

export function compilePhrases(rule: PhrasesRule, group: PhraseGroup): CompiledPhrases {
  const matcher = group.member<Entry>();
  for (const [value, entries] of Object.entries(rule.values)) {
    for (const entry of inFrames(entries, rule.frames))
      addEntry(matcher, entry, { value, negatedValue: undefined, negation: 'skip' });
  }
  return {
    matcher,
    typos: rule.typos,
    reads: rule.reads,
    confidence: rule.confidence ?? CONFIDENCE,
    prefersFirst: rule.prefer === 'first',
    ordered: rule.spans ? Object.keys(rule.values) : null,
    framed: rule.frames !== undefined,
    lists: rule.lists === undefined ? null : compileLists(rule.lists, group),
  };
}

export function compileBoolean(rule: BooleanRule, group: PhraseGroup): CompiledPhrases {
  const matcher = group.member<Entry>();
  for (const value of [true, false]) {
    for (const entry of (value ? rule.true : rule.false) ?? []) {
      addEntry(matcher, entry, { value, negatedValue: !value, negation: 'flip' });
    }
  }
  return {
    matcher,
    typos: rule.typos,
    reads: rule.reads,
    confidence: rule.confidence ?? CONFIDENCE,
    prefersFirst: false,
    ordered: null,
    framed: false,
    lists: null,
  };
}

function addEntry(
  matcher: TextMatcher<Entry>,
  written: PhraseEntry,
  common: Pick<Entry, 'value' | 'negatedValue' | 'negation'>,
): void {
  const given = typeof written === 'string' ? { phrase: written } : written;
  const entry: Entry = {
    ...common,
    negation: given.negation ?? common.negation,
    reads: given.reads,
    confidence: given.confidence,
    needs: matcherOf(given.needs),
    unless: matcherOf(given.unless),
  };
  for (const phrase of [given.phrase].flat()) matcher.add(phrase, entry);
}

function matcherOf(phrases: readonly string[] | undefined): PhraseMatcher<true> | null {
  if (phrases === undefined) return null;
  const matcher = new PhraseMatcher<true>();
  for (const phrase of phrases) matcher.add(phrase, true);
  return matcher;
}

const nothing: Findings = { values: [], foundPreferences: [] };

/**
 * `readsWish`: reads the wish scope, for preferences, without the phrases that have another scope of their
 * own.
 */
export function findPhrases(document: TextDocument, compiled: CompiledPhrases, readsWish: boolean): Findings {
  const all = compiled.matcher.matches(document);
  if (all.length === 0 && compiled.ordered === null) return nothing;
  const reads = readsWish ? 'wish' : compiled.reads;
  const values: FoundValue[] = [];
  const foundPreferences: FoundPreference[] = [];
  const matches = all
    .filter(({ corrected }) => compiled.typos || !corrected)
    .filter(
      ({ payload, first, last }) =>
        hasContext(document, payload, first) && isNegatedAsRequired(document, payload, first, last),
    );
  const apart = compiled.framed ? withoutOverlapsByValue(matches) : withoutOverlaps(matches);
  const counting = compiled.lists === null ? apart : inLists(document, compiled.lists, apart);
  for (const { first, last, payload, corrected } of counting) {
    if (readsWish && payload.reads !== undefined && payload.reads !== 'wish') continue;
    // A phrase that runs into a wish says nothing of the person: "Dream: a girl".
    if (!isReadable(document, first, payload.reads ?? reads)) continue;
    if ((payload.reads ?? reads) === 'self' && document.scopes[last - 1] === 'wish') continue;
    const isInNegation = isNegated(document, document.negations, first, last);
    const confidence = (payload.confidence ?? compiled.confidence) * (corrected ? CORRECTED_FACTOR : 1);
    const finding = { first, last, confidence, origin: 'rules' as const, corrected };
    const isExcluded = isInNegation && payload.negation === 'skip';
    const value =
      isInNegation && payload.negation === 'flip' ? (payload.negatedValue ?? payload.value) : payload.value;
    if (!isExcluded) values.push({ ...finding, value, prefersFirst: compiled.prefersFirst });
    foundPreferences.push({ ...finding, preference: { kind: 'value', value, negated: isExcluded } });
  }
  if (compiled.ordered !== null && !readsWish) {
    const common = { confidence: compiled.confidence, origin: 'rules' as const };
    const spans = findValueRanges(document, compiled.ordered, values).filter(({ first }) =>
      isReadable(document, first, reads),
    );
    values.push(...spans.map((span) => ({ ...span, ...common })));
  }
  return { values, foundPreferences };
}

/** Frames around several names overlap: "hosted in the US and the EU" is one for each. */
function withoutOverlapsByValue(matches: readonly PhraseMatch<Entry>[]): PhraseMatch<Entry>[] {
  const byValue = Map.groupBy(matches, ({ payload }) => payload.value);
  return [...byValue.values()].flatMap((of) => withoutOverlaps(of)).sort((a, b) => a.first - b.first);
}

/** False where the phrase counts only if negated, and is not. */
function isNegatedAsRequired(document: TextDocument, entry: Entry, first: number, last: number): boolean {
  return entry.negation !== 'only' || isNegated(document, document.negations, first, last);
}

function hasContext(document: TextDocument, { needs, unless }: Entry, at: number): boolean {
  if (needs === null && unless === null) return true;
  const { first, last } = document.sentences[document.words[at]!.sentence]!;
  // Bounded, so that a sentence of any length takes linear time.
  const [from, to] = [Math.max(first, at - CONTEXT_WORDS), Math.min(last, at + CONTEXT_WORDS)];
  if (needs !== null && needs.matches(document, from, to).length === 0) return false;
  return unless === null || unless.matches(document, from, to).length === 0;
}
