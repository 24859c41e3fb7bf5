/**
 * Evaluates `prototype` rules: finds sentences whose vector is near that of an example sentence of a value.
 */
import type { PrototypeRule } from '../domains/extraction-rules.ts';
import type { TextEncoder } from '../encoders/text-encoder.ts';
import { dot } from '../numeric/vectors.ts';
import { type Findings, type FoundValue, isReadable, type TextDocument } from './document.ts';
import { readablePhrases } from './readable-phrases.ts';

interface Prototype {
  /** null: an example of no value (`neither`). */
  readonly value: string | null;
  readonly vector: Float32Array;
  readonly negated: boolean;
}

/** The prototypes that a sentence is compared with: parallel arrays of values and vectors. */
interface PrototypeSet {
  readonly values: readonly (string | null)[];
  readonly vectors: readonly Float32Array[];
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
  return { values: prototypes.map(({ value }) => value), vectors: prototypes.map(({ vector }) => vector) };
}

export async function findPrototypes(
  document: TextDocument,
  rule: PrototypeRule,
  prototypes: Prototypes,
): Promise<Findings> {
  const passages =
    rule.compares === 'phrases' ? readablePhrases(document, rule) : readablePassages(document, rule);
  if (passages.length === 0) return { values: [], foundPreferences: [] };
  const vectors = await document.encode(passages.map(({ text }) => text));
  const values = passages.flatMap(({ text, first, last }, position): FoundValue[] => {
    const compared = negation.test(text) ? prototypes.negated : prototypes.all;
    const nearest = nearestOf(vectors[position]!, compared);
    if (nearest === null || nearest.cosine < rule.threshold || nearest.margin < rule.margin) return [];
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

/** Per sentence, the words from the first to the last one that the rule reads. */
function readablePassages(
  document: TextDocument,
  { reads }: Pick<PrototypeRule, 'reads'>,
): { readonly text: string; readonly first: number; readonly last: number }[] {
  const passages: { text: string; first: number; last: number }[] = [];
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

function nearestOf(
  vector: Float32Array,
  { values, vectors }: PrototypeSet,
): { value: string; cosine: number; margin: number } | null {
  const best = new Map<string | null, number>();
  const cosines = cosinesWith(vector, vectors);
  for (const [position, value] of values.entries()) {
    const cosine = cosines[position]!;
    if (cosine > (best.get(value) ?? -1)) best.set(value, cosine);
  }
  const [first, second] = [...best].sort((a, b) => b[1] - a[1]);
  if (first === undefined || first[0] === null) return null;
  return { value: first[0], cosine: first[1], margin: first[1] - (second?.[1] ?? 0) };
}

/**
 * Dot products with each of the other vectors. All have length 1 [D], so these are the cosines. Four sums go
 * on side by side: each is added up in order, to the bit as it would be alone, but one addition need not wait
 * for the one before.
 */
export function cosinesWith(vector: Float32Array, others: readonly Float32Array[]): readonly number[] {
  const cosines: number[] = [];
  let at = 0;
  for (; at + 4 <= others.length; at += 4) {
    const [a, b, c, d] = [others[at]!, others[at + 1]!, others[at + 2]!, others[at + 3]!];
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let i = 0; i < vector.length; i++) {
      const value = vector[i]!;
      sumA += value * a[i]!;
      sumB += value * b[i]!;
      sumC += value * c[i]!;
      sumD += value * d[i]!;
    }
    cosines.push(sumA, sumB, sumC, sumD);
  }
  for (; at < others.length; at++) cosines.push(dot(vector, others[at]!));
  return cosines;
}
