/**
 * Evaluates `prototype` rules: finds sentences whose vector is near that of an example sentence of a value.
 */
import type { PrototypeRule } from '../../../domains/extraction-rules.ts';
import type { TextEncoder } from '../../../engines/encoders/text-encoder.ts';
import { DotProductBounds } from '../../../engines/kernels/dot-product-bounds.ts';
import { dot } from '../../../platform/numeric/vectors.ts';
import { type Findings, type FoundValue, isReadable, type TextDocument } from '../document.ts';
import { readablePhrases } from './readable-phrases.ts';

interface Prototype {
  /** null: an example of no value (`neither`). */
  readonly value: string | null;
  readonly vector: Float32Array;
  readonly negated: boolean;
}

/** The prototypes that a sentence is compared with: values and vectors in parallel. */
interface PrototypeSet {
  readonly values: readonly (string | null)[];
  readonly vectors: readonly Float32Array[];
  readonly bounds: DotProductBounds;
}

export interface Prototypes {
  readonly all: PrototypeSet;
  /** Compared with negated sentences: the negated prototypes, and those of no value. */
  readonly negated: PrototypeSet;
}

/** A text's later sentences are not compared. */
const MAX_SENTENCES = 400;
const MAX_CHARACTERS = 400;
const MIN_WORDS = 3;

const negation =
  /\b(?:not|no|never|n't|don'?t|doesn'?t|isn'?t|can'?t|won'?t|without|hardly|rarely)\b|n['’]t\b/i;

export async function compilePrototypes(rule: PrototypeRule, encoder: TextEncoder): Promise<Prototypes> {
  const written = [
    ...Object.entries(rule.values).flatMap(([value, texts]) => texts.map((text) => ({ value, text }))),
    ...rule.neither.map((text) => ({ value: null, text })),
  ];
  const vectors = await encoder.encode(written.map(({ text }) => text));
  const prototypes = written.map(({ value, text }, position) => ({
    value,
    vector: vectors[position]!,
    negated: negation.test(text),
  }));
  return {
    all: prototypeSet(prototypes),
    negated: prototypeSet(prototypes.filter(({ value, negated }) => value === null || negated)),
  };
}

function prototypeSet(prototypes: readonly Prototype[]): PrototypeSet {
  const vectors = prototypes.map(({ vector }) => vector);
  return { values: prototypes.map(({ value }) => value), vectors, bounds: new DotProductBounds(vectors) };
}

export function findPrototypes(
  document: TextDocument,
  rule: PrototypeRule,
  prototypes: Prototypes,
): Findings | Promise<Findings> {
  const passages =
    rule.compares === 'phrases' ? readablePhrases(document, rule) : readablePassages(document, rule);
  return passages.length === 0
    ? { values: [], foundPreferences: [] }
    : findNear(document, passages, rule, prototypes);
}

async function findNear(
  document: TextDocument,
  passages: readonly Passage[],
  rule: PrototypeRule,
  prototypes: Prototypes,
): Promise<Findings> {
  const vectors = await document.encode(passages.map(({ text }) => text));
  const values = passages.flatMap(({ text, first, last }, position): FoundValue[] => {
    const compared = negation.test(text) ? prototypes.negated : prototypes.all;
    const nearest = nearestOf(vectors[position]!, compared, rule.threshold);
    if (nearest === null || nearest.margin < rule.margin) return [];
    return [
      {
        value: nearest.value,
        first,
        last,
        confidence: rule.confidence ?? Math.min(1, nearest.cosine),
        origin: 'encoder',
        cosine: nearest.cosine,
        margin: nearest.margin,
      },
    ];
  });
  const foundPreferences = values.map((value) => ({
    ...value,
    preference: { kind: 'value' as const, value: value.value, negated: false },
  }));
  return { values, foundPreferences };
}

interface Passage {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/** Per sentence, the words from the first to the last one that the rule reads. */
function readablePassages(document: TextDocument, { reads }: Pick<PrototypeRule, 'reads'>): Passage[] {
  const passages: Passage[] = [];
  for (const sentence of document.sentences) {
    if (passages.length >= MAX_SENTENCES) break;
    let first = sentence.first;
    while (first < sentence.last && !isReadable(document, first, reads)) first++;
    let last = sentence.last;
    while (last > first && !isReadable(document, last - 1, reads)) last--;
    if (last - first < MIN_WORDS) continue;
    const start = document.words[first]!.start;
    const text = document.text.slice(start, Math.min(document.words[last - 1]!.end, start + MAX_CHARACTERS));
    passages.push({ text, first, last });
  }
  return passages;
}

/**
 * The value nearest to the vector; null: its cosine is below the threshold, or an example of no value is
 * nearer.
 */
function nearestOf(
  vector: Float32Array,
  set: PrototypeSet,
  threshold: number,
): { value: string; cosine: number; margin: number } | null {
  const { values, vectors, bounds } = set;
  let nearest = -1;
  let cosine = Number.NEGATIVE_INFINITY;
  // All have length 1. Most sentences are near no prototype.
  for (const position of bounds.reaching(vector, threshold).positions) {
    const exact = dot(vector, vectors[position]!);
    if (exact >= threshold && exact > cosine) [nearest, cosine] = [position, exact];
  }
  const value = values[nearest];
  if (value === undefined || value === null) return null;
  return { value, cosine, margin: cosine - bestOfOthers(vector, set, value) };
}

/** The greatest cosine with a prototype of another value; 0 where all have this one. */
function bestOfOthers(
  vector: Float32Array,
  { values, vectors, bounds }: PrototypeSet,
  value: string,
): number {
  const { uppers, lowers } = bounds.reaching(vector, Number.NEGATIVE_INFINITY);
  let least = Number.NEGATIVE_INFINITY;
  for (const [position, lower] of lowers.entries())
    if (values[position] !== value) least = Math.max(least, lower);
  if (least === Number.NEGATIVE_INFINITY) return 0;
  let best = Number.NEGATIVE_INFINITY;
  for (const [position, upper] of uppers.entries())
    if (upper >= least && values[position] !== value) best = Math.max(best, dot(vector, vectors[position]!));
  return best;
}
