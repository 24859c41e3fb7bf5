/** Evaluates `phrases` and `boolean` rules. */
import type { BooleanRule, PhraseEntry, PhrasesRule } from '../../../domains/extraction-rules.ts';
import {
  type Findings,
  type FoundPreference,
  type FoundValue,
  isReadable,
  type TextDocument,
} from '../document.ts';
import { isNegated } from '../negation/is-negated.ts';
import type { PhraseGroup, TextMatcher } from '../phrases/phrase-group.ts';
import { type PhraseMatch, PhraseMatcher, withoutOverlaps } from '../phrases/phrase-matcher.ts';
import { findValueRanges } from '../quantities/find-value-ranges.ts';
import { type CompiledExceptions, compileExceptions, outsideContexts } from './exceptions.ts';
import { withoutAsides } from './find-asides.ts';
import { type CompiledLists, compileLists, inLists } from './find-lists.ts';
import { type CompiledTopic, compileTopic, ofTopic } from './find-topic.ts';
import { inFrames } from './in-frames.ts';

type Reads = 'self' | 'wish' | 'any';

interface Entry {
  /** null: a phrase of `except`. */
  readonly value: string | boolean | null;
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
  /** Where the phrases name things, of which the text is about one. */
  readonly topic: CompiledTopic | null;
  readonly exceptions: CompiledExceptions;
  readonly refusesInSentence: boolean;
}

const CONFIDENCE = 0.9;
/** Multiplies the confidence of a phrase with a corrected word. */
const CORRECTED_FACTOR = 0.95;

/** The number of words before and after the phrase in which `needs` and `unless` are searched. */
const CONTEXT_WORDS = 60;

/** `excluding`: the group of cues that no spelling is corrected to. */
export async function compilePhrases(
  rule: PhrasesRule,
  group: PhraseGroup,
  excluding: PhraseGroup,
  pause?: () => Promise<void> | undefined,
): Promise<CompiledPhrases> {
  const matcher = group.member<Entry>();
  const shared = new Map<string, PhraseMatcher<true>>();
  for (const [value, entries] of Object.entries(rule.values)) {
    for (const entry of inFrames(entries, rule.frames)) {
      await pause?.();
      addEntry(matcher, entry, { value, negatedValue: undefined, negation: 'skip' }, shared);
    }
  }
  const exceptions = compileExceptions(rule.except, excluding);
  for (const phrase of exceptions.phrases) matcher.add(phrase, exception);
  return {
    matcher,
    exceptions,
    typos: rule.typos,
    reads: rule.reads,
    confidence: rule.confidence ?? CONFIDENCE,
    prefersFirst: rule.prefer === 'first',
    ordered: rule.spans ? Object.keys(rule.values) : null,
    framed: rule.frames !== undefined,
    lists: rule.lists === undefined ? null : compileLists(rule.lists, group),
    topic: rule.topic === undefined ? null : compileTopic(rule.topic, group),
    refusesInSentence: rule.refused_in_sentence,
  };
}

export function compileBoolean(
  rule: BooleanRule,
  group: PhraseGroup,
  excluding: PhraseGroup = group,
): CompiledPhrases {
  const matcher = group.member<Entry>();
  const shared = new Map<string, PhraseMatcher<true>>();
  for (const value of [true, false]) {
    for (const entry of (value ? rule.true : rule.false) ?? []) {
      addEntry(matcher, entry, { value, negatedValue: !value, negation: 'flip' }, shared);
    }
  }
  const exceptions = compileExceptions(rule.except, excluding);
  for (const phrase of exceptions.phrases) matcher.add(phrase, exception);
  return {
    matcher,
    exceptions,
    typos: rule.typos,
    reads: rule.reads,
    confidence: rule.confidence ?? CONFIDENCE,
    prefersFirst: false,
    ordered: null,
    framed: false,
    lists: null,
    topic: null,
    refusesInSentence: false,
  };
}

const exception: Entry = {
  value: null,
  negatedValue: undefined,
  negation: 'skip',
  reads: undefined,
  confidence: undefined,
  needs: null,
  unless: null,
};

function addEntry(
  matcher: TextMatcher<Entry>,
  written: PhraseEntry,
  common: Pick<Entry, 'value' | 'negatedValue' | 'negation'>,
  shared: Map<string, PhraseMatcher<true>>,
): void {
  const given = typeof written === 'string' ? { phrase: written } : written;
  const entry: Entry = {
    ...common,
    negation: given.negation ?? common.negation,
    reads: given.reads,
    confidence: given.confidence,
    needs: matcherOf(given.needs, shared),
    unless: matcherOf(given.unless, shared),
  };
  for (const phrase of [given.phrase].flat()) matcher.add(phrase, entry);
}

/** Equal lists of one rule share a matcher. */
function matcherOf(
  phrases: readonly string[] | undefined,
  shared: Map<string, PhraseMatcher<true>>,
): PhraseMatcher<true> | null {
  if (phrases === undefined) return null;
  const key = phrases.join('\n');
  const known = shared.get(key);
  if (known !== undefined) return known;
  const matcher = new PhraseMatcher<true>();
  for (const phrase of phrases) matcher.add(phrase, true);
  shared.set(key, matcher);
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
  const contexts: Contexts = new Map();
  const matches = all
    .filter(({ corrected }) => compiled.typos || !corrected)
    .filter(
      ({ payload, first, last }) =>
        hasContext(document, payload, first, contexts) && isNegatedAsRequired(document, payload, first, last),
    );
  const apart = compiled.framed ? withoutOverlapsByValue(matches) : withoutOverlaps(matches);
  const counting = countingOf(document, compiled, apart);
  for (const { first, last, payload, corrected } of counting) {
    if (payload.value === null) continue;
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
  if (compiled.topic === null || values.length < 2) return { values, foundPreferences };
  return { values: ofTopic(document, compiled.topic, values), foundPreferences };
}

/** The matches that count: in lists, outside of excluding contexts, not refused elsewhere, no asides. */
function countingOf(
  document: TextDocument,
  compiled: CompiledPhrases,
  apart: readonly PhraseMatch<Entry>[],
): readonly PhraseMatch<Entry>[] {
  const { lists, exceptions, refusesInSentence, topic } = compiled;
  const listed = lists === null ? apart : inLists(document, lists, apart);
  if (listed.length === 0) return listed;
  const allowed = outsideContexts(document, exceptions, listed);
  const wanted = refusesInSentence ? withoutRefused(document, allowed) : allowed;
  return topic === null ? wanted : withoutAsides(document, wanted);
}

function withoutRefused(
  document: TextDocument,
  matches: readonly PhraseMatch<Entry>[],
): readonly PhraseMatch<Entry>[] {
  const isRefused = ({ first, last, payload }: PhraseMatch<Entry>) =>
    payload.negation === 'skip' && isNegated(document, document.negations, first, last);
  const keyOf = ({ first, payload }: PhraseMatch<Entry>) =>
    `${document.words[first]!.sentence} ${payload.value}`;
  const refused = new Set(matches.filter(isRefused).map(keyOf));
  if (refused.size === 0) return matches;
  return matches.filter((match) => isRefused(match) || !refused.has(keyOf(match)));
}

/** Frames around several names overlap: "hosted in the US and the EU" is one for each. */
function withoutOverlapsByValue(matches: readonly PhraseMatch<Entry>[]): PhraseMatch<Entry>[] {
  const byValue = Map.groupBy(matches, ({ payload }) => payload.value);
  return [...byValue.values()]
    .flatMap((candidates) => withoutOverlaps(candidates))
    .sort((a, b) => a.first - b.first);
}

/** False where the phrase counts only if negated, and is not. */
function isNegatedAsRequired(document: TextDocument, entry: Entry, first: number, last: number): boolean {
  return entry.negation !== 'only' || isNegated(document, document.negations, first, last);
}

/** By matcher and range of words: whether it matches there. Phrases of one sentence have the same range. */
type Contexts = Map<PhraseMatcher<true>, Map<string, boolean>>;

function hasContext(
  document: TextDocument,
  { needs, unless }: Entry,
  at: number,
  contexts: Contexts,
): boolean {
  if (needs === null && unless === null) return true;
  const { first, last } = document.sentences[document.words[at]!.sentence]!;
  // Bounded, so that a sentence of any length takes linear time.
  const [from, to] = [Math.max(first, at - CONTEXT_WORDS), Math.min(last, at + CONTEXT_WORDS)];
  if (needs !== null && !matchesIn(document, needs, from, to, contexts)) return false;
  return unless === null || !matchesIn(document, unless, from, to, contexts);
}

function matchesIn(
  document: TextDocument,
  matcher: PhraseMatcher<true>,
  from: number,
  to: number,
  contexts: Contexts,
): boolean {
  const known = contexts.get(matcher) ?? new Map<string, boolean>();
  contexts.set(matcher, known);
  const range = `${from} ${to}`;
  const answer = known.get(range) ?? matcher.matches(document, from, to).length > 0;
  known.set(range, answer);
  return answer;
}
