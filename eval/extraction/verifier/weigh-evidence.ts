/**
 * Fits the weights of a verifier's evidence on first readings, by what networks fitted without a round say of
 * it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { printTable } from '../../../bench/support/measure.ts';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { fitLogistic } from '../../../src/matching/learn/fit/fit-logistic.ts';
import { SparseRowsBuilder } from '../../../src/matching/learn/fit/sparse-rows.ts';
import { askedWordsOf, shippedAskedWords } from '../../../src/people/reading/asked/asked-words.ts';
import { compileExtractor, type ExtractionTools } from '../../../src/people/reading/compile-extractor.ts';
import { labelKey } from '../../../src/people/reading/verify/claims.ts';
import { evidenceNames } from '../../../src/people/reading/verify/evidence.ts';
import {
  openTokenizer,
  type VerifierFile,
  verifierFile,
  verifierOf,
} from '../../../src/people/reading/verify/verifier.ts';
import type { NetworkReading } from '../../../src/people/reading/verify/verifier-network.ts';
import {
  examine,
  type Verifiable,
  verifyReading,
} from '../../../src/people/reading/verify/verify-reading.ts';
import { fitAsked } from '../asked/fit-asked.ts';
import { mentionsBySet } from '../asked/mentions-by-set.ts';
import type { Case } from '../read-cases.ts';
import { precisionOf, recallOf, type Scored, scoreCase, totalOf } from '../score.ts';
import { firstReadings } from './first-readings.ts';
import { isClaimRight, isLabelRight } from './gold-of-claims.ts';
import { kindsOf, labelsOf } from './label-tables.ts';
import { MOST_TOKENS } from './write-texts.ts';

const PENALTY = 1;
/**
 * Least probabilities of values that the rules give (`keep`), propose (`add`), and do not propose (`find`).
 */
const THRESHOLDS = { keep: 0.55, add: 0.65, find: 0.7 };
const OTHERS = [
  { keep: 0.55, add: 0.65, find: 0.65 },
  { keep: 0.55, add: 0.65, find: 0.8 },
  { keep: 0.55, add: 0.65, find: 0.9 },
  { keep: 0.55, add: 0.65, find: 1 },
  { keep: 0.55, add: 0.55, find: 0.7 },
  { keep: 0.5, add: 0.5, find: 0.7 },
];

interface FirstText {
  readonly round: string;
  readonly given: Case;
  readonly verifiable: Verifiable;
  readonly said: NetworkReading;
  /** Features of claims, and log-odds of given soft fields; each with whether it is right. */
  readonly claims: readonly LabelledRow[];
  readonly texts: readonly LabelledRow[];
}

interface LabelledRow {
  readonly features: ArrayLike<number>;
  readonly isRight: boolean;
}

type Weights = Pick<VerifierFile, 'weights' | 'texts'>;

export async function weighEvidence(
  definition: DomainDefinition,
  tools: ExtractionTools,
  folder: string,
  files: readonly string[],
  { writes }: { readonly writes: boolean },
): Promise<void> {
  const pieces = await openTokenizer();
  const texts = await readTexts();
  const names = [...new Set(texts.map(({ round }) => round))];
  console.log(
    `${texts.length} first readings; without the verifier, and with one fitted on the other rounds`,
  );
  const weightsWithout = new Map(
    names.map((name) => [name, fitWeights(texts.filter(({ round }) => round !== name))]),
  );
  const rows = [];
  for (const name of names)
    rows.push(
      await rowOf(
        name,
        texts.filter(({ round }) => round === name),
      ),
    );
  rows.push(await rowOf('all', texts));
  printTable(
    [
      'round',
      'rules',
      ...[THRESHOLDS, ...OTHERS].map(
        ({ keep, add, find }) => `kept from ${keep}, added from ${add}, found from ${find}`,
      ),
    ],
    rows,
  );
  // As everywhere, the last round is not fitted on.
  const weights = fitWeights(texts.filter(({ round }) => round !== names.at(-1)));
  console.log(weights);
  if (writes)
    writeFileSync(
      verifierFile(definition.domain),
      `${JSON.stringify(fileOf(weights, THRESHOLDS), null, 1)}\n`,
    );

  async function readTexts(): Promise<FirstText[]> {
    const said = new Map(files.flatMap(readSaid));
    // For words that ask without the round.
    const asked = await mentionsBySet(definition, tools);
    const found: FirstText[] = [];
    for (const { set: round, definition: rules, cases } of firstReadings(folder, definition)) {
      const others = [...asked].flatMap(([name, mentions]) => (name === round ? [] : mentions));
      const words = askedWordsOf(fitAsked(others));
      const askedWords = (domain: string) => (shippedAskedWords(domain) === null ? null : words);
      const extractor = await compileExtractor(rules, tools, { askedWords, verifier: () => null });
      for (const [index, given] of cases.entries()) {
        const reading = said.get(`${round} ${index}`);
        const verifiable = await extractor.verifiable(given.text, Date.parse(given.now), given.known);
        if (reading !== undefined && verifiable !== null)
          found.push({
            round,
            given,
            verifiable,
            said: reading,
            ...(await rowsOf(verifiable, given, reading)),
          });
      }
    }
    return found;
  }

  async function rowsOf(verifiable: Verifiable, given: Case, said: NetworkReading) {
    const verifier = verifierOf(fileOf(noWeights, THRESHOLDS), pieces, async () => said);
    const examined = (await examine(verifiable, verifier))!;
    const marked = examined.claims.reduce((sum, { mentions }) => sum + mentions.length, 0);
    if (marked !== said.mentions.length)
      throw new Error(`the rules read other values than when it was predicted: ${given.text.slice(0, 60)}`);
    const claims = examined.claims.flatMap((claim, n) => {
      const right =
        claim.label !== null && claim.mentions.length === 0
          ? isLabelOfClaim(claim.label, given)
          : isClaimRight(claim, given, tools.resolvePlace);
      return right === null ? [] : [{ features: examined.features[n]!, isRight: right }];
    });
    const soft = verifiable.read.extraction.values.flatMap(({ field }) => {
      const odds = examined.network.labels.get(labelKey('text', field, ''));
      const right = odds === undefined ? null : isLabelRight({ kind: 'text', field, value: null }, given);
      return right === null ? [] : [{ features: [1, odds!], isRight: right }];
    });
    return { claims, texts: soft };
  }

  function isLabelOfClaim(key: string, given: Case): boolean | null {
    return isLabelRight(
      labelsOf(definition).find(({ kind, field, value }) => labelKey(kind, field, value ?? '') === key)!,
      given,
    );
  }

  async function rowOf(name: string, of: readonly FirstText[]): Promise<string[]> {
    const scores = [];
    for (const thresholds of [null, THRESHOLDS, ...OTHERS]) {
      const scored: Scored = { tallies: new Map(), mistakes: [] };
      for (const { round, given, verifiable, said } of of) {
        const file = fileOf(weightsWithout.get(round)!, thresholds ?? THRESHOLDS);
        const verifier = verifierOf(file, pieces, async () => said);
        const read =
          thresholds === null || givesNothing(verifiable)
            ? verifiable.read
            : await verifyReading(verifiable, verifier);
        scoreCase(definition, tools.resolvePlace, given, read.extraction, scored);
      }
      const total = totalOf(scored.tallies);
      scores.push(`${precisionOf(total).toFixed(3)} / ${recallOf(total).toFixed(3)}`);
    }
    return [name, ...scores];
  }

  function fileOf({ weights: fitted, texts: soft }: Weights, thresholds: typeof THRESHOLDS): VerifierFile {
    return {
      card: { command: 'npm run eval -- extraction-verifier' },
      domain: definition.domain,
      tokens: MOST_TOKENS,
      kinds: kindsOf(definition).map(({ key }) => key),
      labels: labelsOf(definition).map(({ name: _, ...label }) => label),
      weights: fitted,
      texts: soft,
      ...thresholds,
    };
  }
}

const givesNothing = ({ read: { extraction } }: Verifiable) =>
  extraction.values.length === 0 && Object.keys(extraction.preferences).length === 0;

const noWeights: Weights = {
  weights: Object.fromEntries(evidenceNames.map((name) => [name, 0])) as VerifierFile['weights'],
  texts: { bias: 0, label: 0 },
};

function fitWeights(texts: readonly FirstText[]): Weights {
  const theta = fitRows(
    texts.flatMap(({ claims }) => claims),
    evidenceNames.length,
  );
  const [bias, label] = fitRows(
    texts.flatMap((text) => text.texts),
    2,
  );
  return {
    weights: Object.fromEntries(
      evidenceNames.map((name, at) => [name, theta[at]!]),
    ) as VerifierFile['weights'],
    texts: { bias: bias!, label: label! },
  };
}

function fitRows(rows: readonly LabelledRow[], width: number): number[] {
  const builder = new SparseRowsBuilder(width);
  for (const { features } of rows) {
    for (let at = 0; at < width; at++) builder.add(at, features[at]!);
    builder.endRow();
  }
  const { theta } = fitLogistic({
    x: builder.build(),
    rows: Uint32Array.from(rows.keys()),
    labels: Uint8Array.from(rows, ({ isRight }) => (isRight ? 1 : 0)),
    weights: new Float64Array(rows.length).fill(1),
    offsets: new Float64Array(rows.length),
    precision: new Float64Array(width).fill(PENALTY),
    stiff: [],
  });
  return [...theta].map((value) => Math.round(value * 1e3) / 1e3);
}

function readSaid(path: string): [string, NetworkReading][] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { set, index, mentions, labels, places } = JSON.parse(line) as {
        set: string;
        index: number;
        mentions: number[];
        labels: number[];
        places: number[];
      };
      return [`${set} ${index}`, { mentions, labels, places: places.map(BigInt) }];
    });
}
