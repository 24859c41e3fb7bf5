/**
 * Fits the weights of the evidence for a claim on first readings: texts that no rule was mended by, and that the
 * network has not seen. Prints precision and recall without and with the network, weights by cross-validation
 * over the sets.
 */
import { writeFileSync } from 'node:fs';
import { printTable } from '../../../bench/support/measure.ts';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { SparseRowsBuilder } from '../../../src/matching/learn/fit/sparse-rows.ts';
import { compileExtractor, type ExtractionTools } from '../../../src/people/reading/compile-extractor.ts';
import { labelKey } from '../../../src/people/reading/network/claims.ts';
import { type DecisionWeights, decisionFile } from '../../../src/people/reading/network/decision-weights.ts';
import {
  type DomainReader,
  shippedReader,
  type TextReading,
} from '../../../src/people/reading/network/domain-reader.ts';
import { effectOf, evidenceNames } from '../../../src/people/reading/network/evidence.ts';
import {
  examine,
  type Verifiable,
  verifyReading,
} from '../../../src/people/reading/network/verify-reading.ts';
import { fitLabelled } from '../fit-labelled.ts';
import { precisionOf, recallOf, type Scored, scoreCase, totalOf } from '../score.ts';
import { isClaimRight, isLabelRight } from './gold-of-claims.ts';
import { isLastRound, type LabelledText, labelledTexts } from './labelled-texts.ts';

const PENALTY = { feature: 1, effect: 6 };
/** A claim of a real document counts as much as so many of invented texts. */
const REAL_WEIGHT = 2;
/** A rarer field has no effect of its own. */
const MIN_CLAIMS = 25;
/** Chosen for F1 of real documents; last rounds hardly differ. */
const THRESHOLDS = { keep: 0.45, add: 0.55, find: 0.6 };
const OTHERS = [
  { keep: 0.5, add: 0.55, find: 0.6 },
  { keep: 0.5, add: 0.6, find: 0.7 },
  { keep: 0.55, add: 0.65, find: 0.7 },
  { keep: 0.6, add: 0.7, find: 0.8 },
];

interface FirstText {
  readonly definition: DomainDefinition;
  readonly text: LabelledText;
  readonly verifiable: Verifiable;
  readonly reader: DomainReader;
  readonly claims: readonly LabelledRow[];
  /** Log-odds of given soft fields. */
  readonly texts: readonly LabelledRow[];
}

interface LabelledRow {
  readonly features: ArrayLike<number>;
  readonly effect: string | null;
  readonly isRight: boolean;
  readonly weight: number;
}

type Fitted = Pick<DecisionWeights, 'weights' | 'effects' | 'texts'>;

/** `sets`: real sets that the network was fitted without; last rounds always were. */
export async function weighEvidence(
  definitions: readonly DomainDefinition[],
  tools: ExtractionTools,
  folder: string | undefined,
  sets: readonly string[],
  { writes, command }: { readonly writes: boolean; readonly command: string },
): Promise<void> {
  const texts: FirstText[] = [];
  for (const definition of definitions) texts.push(...(await readFirst(definition)));
  const folds = [0, 1].map((fold) => fitWeights(texts.filter((_, at) => at % 2 !== fold)));
  const foldOf = new Map(texts.map((text, at) => [text, folds[at % 2]!]));
  const isReal = ({ text: { set } }: FirstText) => set.startsWith('real');
  const rows = [];
  for (const { domain } of definitions)
    for (const real of [true, false])
      rows.push(
        await rowOf(
          `${domain}, ${real ? 'real' : 'last round'}`,
          texts.filter((text) => text.text.domain === domain && isReal(text) === real),
        ),
      );
  rows.push(await rowOf('all real', texts.filter(isReal)));
  rows.push(
    await rowOf(
      'all last rounds',
      texts.filter((text) => !isReal(text)),
    ),
  );
  const thresholds = [THRESHOLDS, ...OTHERS];
  printTable(['texts', 'rules', ...thresholds.map((of) => Object.values(of).join(' '))], rows);
  const fitted = fitWeights(texts);
  console.log(fitted.weights);
  const file: DecisionWeights = { card: { command, texts: texts.length }, ...fitted, ...THRESHOLDS };
  if (writes) writeFileSync(decisionFile, `${JSON.stringify(file, null, 1)}\n`);

  async function readFirst(definition: DomainDefinition): Promise<FirstText[]> {
    const reader = await shippedReader(definition);
    if (reader === null) return [];
    const extractor = await compileExtractor(definition, tools, { reader: () => Promise.resolve(reader) });
    const found: FirstText[] = [];
    for (const text of labelledTexts(definition, folder)) {
      if (!sets.includes(text.set) && !isLastRound(text)) continue;
      const { given } = text;
      const verifiable = await extractor.verifiable(given.text, Date.parse(given.now), given.known);
      if (verifiable === null || verifiable.reading === null) continue;
      const rows = await rowsOf(verifiable, verifiable.reading, reader, text);
      found.push({ definition, text, verifiable, reader, ...rows });
    }
    return found;
  }

  async function rowsOf(
    verifiable: Verifiable,
    reading: TextReading,
    reader: DomainReader,
    { given, domain, set }: LabelledText,
  ) {
    const weight = set.startsWith('real') ? REAL_WEIGHT : 1;
    const { claims, features, network } = await examine(verifiable, reading, reader);
    const labels = new Map(
      reader.names.labels.map((label) => [labelKey(label.kind, label.field, label.value ?? ''), label]),
    );
    const rows = claims.flatMap((claim, n) => {
      const right =
        claim.label !== null && claim.mentions.length === 0
          ? isLabelRight(labels.get(claim.label)!, given)
          : isClaimRight(claim, given, tools.resolvePlace);
      const effect = effectOf(domain, claim);
      return right === null ? [] : [{ features: features[n]!, effect, isRight: right, weight }];
    });
    const soft = verifiable.read.extraction.values.flatMap(({ field }) => {
      const label = network.labels.get(labelKey('text', field, ''));
      if (label === undefined) return [];
      const right = isLabelRight({ kind: 'text', field, value: null, isSingle: false }, given);
      return right === null ? [] : [{ features: [1, label.odds], effect: null, isRight: right, weight }];
    });
    return { claims: rows, texts: soft };
  }

  async function rowOf(name: string, of: readonly FirstText[]): Promise<string[]> {
    const scores = [];
    for (const limits of [null, THRESHOLDS, ...OTHERS]) {
      const scored: Scored = { tallies: new Map(), mistakes: [] };
      for (const text of of) {
        const { verifiable, reader, definition } = text;
        const decision = { card: { command: '' }, ...foldOf.get(text)!, ...(limits ?? THRESHOLDS) };
        const read =
          limits === null || givesNothing(verifiable)
            ? verifiable.read
            : await verifyReading(verifiable, { ...reader, decision });
        scoreCase(definition, tools.resolvePlace, text.text.given, read.extraction, scored);
      }
      const total = totalOf(scored.tallies);
      scores.push(`${precisionOf(total).toFixed(3)} / ${recallOf(total).toFixed(3)}`);
    }
    return [`${name} (${of.length})`, ...scores];
  }
}

const givesNothing = ({ read: { extraction } }: Verifiable) =>
  extraction.values.length === 0 && Object.keys(extraction.preferences).length === 0;

function fitWeights(texts: readonly FirstText[]): Fitted {
  const claims = texts.flatMap((text) => text.claims);
  const counted = [...Map.groupBy(claims, ({ effect }) => effect)];
  const names = counted.flatMap(([name, of]) => (name !== null && of.length >= MIN_CLAIMS ? [name] : []));
  const theta = fitRows(claims, evidenceNames.length, names);
  const [bias, label] = fitRows(
    texts.flatMap((text) => text.texts),
    2,
    [],
  );
  return {
    weights: Object.fromEntries(
      evidenceNames.map((name, at) => [name, theta[at]!]),
    ) as DecisionWeights['weights'],
    effects: Object.fromEntries(names.map((name, at) => [name, theta[evidenceNames.length + at]!])),
    texts: { bias: bias!, label: label! },
  };
}

function fitRows(rows: readonly LabelledRow[], width: number, effects: readonly string[]): number[] {
  const columns = new Map(effects.map((name, at) => [name, width + at]));
  const builder = new SparseRowsBuilder(width + effects.length);
  for (const { features, effect } of rows) {
    for (let at = 0; at < width; at++) builder.add(at, features[at]!);
    const column = effect === null ? undefined : columns.get(effect);
    if (column !== undefined) builder.add(column, 1);
    builder.endRow();
  }
  const precision = Float64Array.from({ length: width + effects.length }, (_, at) =>
    at < width ? PENALTY.feature : PENALTY.effect,
  );
  const theta = fitLabelled(builder, rows, precision);
  return [...theta].map((value) => Math.round(value * 1e3) / 1e3);
}
