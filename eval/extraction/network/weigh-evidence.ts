/**
 * Fits the weights of the evidence for a claim on first readings: texts that no rule was mended by, and that the
 * network has not seen. Prints precision and recall without and with the network, weights by cross-validation
 * over the sets.
 */
import { writeFileSync } from 'node:fs';
import { printTable } from '../../../bench/support/measure.ts';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { compileExtractor, type ExtractionTools } from '../../../src/people/reading/compile-extractor.ts';
import type { Example, ExampleText } from '../../../src/people/reading/corrections/example.ts';
import { encodeExamples } from '../../../src/people/reading/corrections/example-file.ts';
import { fitEvidence } from '../../../src/people/reading/corrections/fit-evidence.ts';
import { examplesFile, shippedExamples } from '../../../src/people/reading/corrections/shipped-examples.ts';
import { labelKey } from '../../../src/people/reading/network/claims.ts';
import {
  decideByEvidence,
  examine,
  isWeighed,
  type UndecidedReading,
} from '../../../src/people/reading/network/decide-by-evidence.ts';
import {
  type DecisionWeights,
  decisionFile,
  decisionId,
  shippedDecision,
} from '../../../src/people/reading/network/decision-weights.ts';
import {
  type DomainReader,
  shippedReader,
  type TextReading,
} from '../../../src/people/reading/network/domain-reader.ts';
import { effectOf } from '../../../src/people/reading/network/evidence.ts';
import { evidenceNames } from '../../../src/people/reading/network/evidence-names.ts';
import { SparseRowsBuilder } from '../../../src/platform/numeric/sparse-rows.ts';
import { fitLabelled } from '../fit-labelled.ts';
import { precisionOf, recallOf, type Scored, scoreCase, totalOf } from '../score.ts';
import { drawExamples } from './draw-examples.ts';
import { isClaimRight, isLabelRight } from './gold-of-claims.ts';
import { isLastRound, type LabelledText, labelledTexts } from './labelled-texts.ts';

/** A claim of a real document counts as much as so many of invented texts. */
const REAL_WEIGHT = 2;
/** A rarer field has no effect of its own. */
const MIN_CLAIMS = 25;
const MOST_SHIPPED_CLAIMS = 20_000;
const MOST_SHIPPED_BYTES = 500_000;
/** Chosen for F1 of real documents; last rounds hardly differ. */
const THRESHOLDS = { keep: 0.45, add: 0.55, find: 0.6 };
const OTHERS = [
  { keep: 0.45, add: 0.45, find: 0.45 },
  { keep: 0.5, add: 0.6, find: 0.7 },
  { keep: 0.55, add: 0.65, find: 0.7 },
  { keep: 0.6, add: 0.7, find: 0.8 },
];

interface FirstText {
  readonly definition: DomainDefinition;
  readonly text: LabelledText;
  readonly undecided: UndecidedReading;
  readonly reader: DomainReader;
  readonly claims: readonly Example[];
  /** Given soft fields, by the log-odds of their label. */
  readonly soft: readonly { readonly odds: number; readonly isRight: boolean }[];
  readonly weight: number;
}

type Fitted = Pick<DecisionWeights, 'weights' | 'effects' | 'texts'>;

/**
 * `sets`: real and contrast sets that the network was fitted without; last rounds and texts in other languages
 * always were. `ofLanguages`: fits on those alone, and moves nothing but their own weights.
 */
export async function weighEvidence(
  definitions: readonly DomainDefinition[],
  tools: ExtractionTools,
  folder: string | undefined,
  sets: readonly string[],
  {
    writes,
    ofLanguages,
    command,
  }: { readonly writes: boolean; readonly ofLanguages: boolean; readonly command: string },
): Promise<void> {
  const weigh = ofLanguages ? fitLanguage : fitWeights;
  const { resolveGiven = tools.resolvePlace } = tools;
  const texts: FirstText[] = [];
  for (const definition of definitions) texts.push(...(await readFirst(definition)));
  const folds = [0, 1].map((fold) => weigh(texts.filter((_, at) => at % 2 !== fold)));
  const foldOf = new Map(texts.map((text, at) => [text, folds[at % 2]!]));
  const isReal = ({ text: { set } }: FirstText) => set.startsWith('real');
  const rows = [];
  for (const { domain } of definitions)
    for (const real of [true, false])
      rows.push(
        await rowOf(
          `${domain}, ${real ? 'real' : 'invented'}`,
          texts.filter((text) => text.text.domain === domain && isReal(text) === real),
        ),
      );
  rows.push(await rowOf('all real', texts.filter(isReal)));
  rows.push(
    await rowOf(
      'all invented',
      texts.filter((text) => !isReal(text)),
    ),
  );
  const thresholds = [THRESHOLDS, ...OTHERS];
  printTable(['texts', 'rules', ...thresholds.map((threshold) => Object.values(threshold).join(' '))], rows);
  const fitted = weigh(texts);
  console.log(fitted.weights);
  const card = ofLanguages
    ? { ...shippedDecision().card, languages: command }
    : { command, texts: texts.length };
  const file: DecisionWeights = { card, ...fitted, ...THRESHOLDS };
  if (writes) writeDecision(file, texts, ofLanguages ? (await shippedExamples()).filter(isEnglish) : []);

  async function readFirst(definition: DomainDefinition): Promise<FirstText[]> {
    const reader = await shippedReader(definition);
    if (reader === null) return [];
    const extractor = await compileExtractor(definition, tools, { reader: () => Promise.resolve(reader) });
    const found: FirstText[] = [];
    for (const text of labelledTexts(definition, folder)) {
      const isForeign = text.language !== 'en';
      if (ofLanguages ? !isForeign : !isForeign && !sets.includes(text.set) && !isLastRound(text)) continue;
      const { given } = text;
      const undecided = await extractor.undecided(given.text, Date.parse(given.now), given.known);
      if (undecided === null || undecided.reading === null) continue;
      const rows = await rowsOf(undecided, undecided.reading, reader, text);
      found.push({ definition, text, undecided, reader, ...rows });
    }
    return found;
  }

  async function rowsOf(
    undecided: UndecidedReading,
    reading: TextReading,
    reader: DomainReader,
    { given, domain, set }: LabelledText,
  ) {
    const { claims, features, network } = await examine(undecided, reading, reader);
    const labels = new Map(
      reader.names.labels.map((label) => [labelKey(label.kind, label.field, label.value ?? ''), label]),
    );
    const rows = claims.flatMap((claim, n) => {
      if (!isWeighed(claim, undecided)) return [];
      const right =
        claim.label !== null && claim.mentions.length === 0
          ? isLabelRight(labels.get(claim.label)!, given)
          : isClaimRight(claim, given, resolveGiven);
      const effect = effectOf(domain, claim);
      const isSingle = claim.kind === 'value' && !claim.field.multiple;
      return right === null ? [] : [{ features: features[n]!, effect, isRight: right, isSingle }];
    });
    const soft = undecided.read.extraction.values.flatMap(({ field }) => {
      const label = network.labels.get(labelKey('text', field, ''));
      if (label === undefined) return [];
      const right = isLabelRight({ kind: 'text', field, value: null, isSingle: false }, given);
      return right === null ? [] : [{ odds: label.odds, isRight: right }];
    });
    return { claims: rows, soft, weight: set.startsWith('real') ? REAL_WEIGHT : 1 };
  }

  async function rowOf(name: string, of: readonly FirstText[]): Promise<string[]> {
    const scores = [];
    for (const limits of [null, THRESHOLDS, ...OTHERS]) {
      const scored: Scored = { tallies: new Map(), mistakes: [] };
      for (const text of of) {
        const { undecided, reader, definition } = text;
        const decision = { card: { command: '' }, ...foldOf.get(text)!, ...(limits ?? THRESHOLDS) };
        const read =
          limits === null || (givesNothing(undecided) && !isUnknownProfile(undecided, reader))
            ? undecided.read
            : await decideByEvidence(undecided, { ...reader, decision });
        scoreCase(definition, resolveGiven, text.text.given, read.extraction, scored);
      }
      const total = totalOf(scored.tallies);
      scores.push(`${precisionOf(total).toFixed(3)} / ${recallOf(total).toFixed(3)}`);
    }
    return [`${name} (${of.length})`, ...scores];
  }
}

/** As in `compileExtractor`. */
const isUnknownProfile = ({ isForeign, reading }: UndecidedReading, reader: DomainReader) =>
  isForeign && reading !== null && reader.profileOdds(reading) >= 0;

const isEnglish = ({ examples }: Pick<ExampleText, 'examples'>) =>
  examples.every(({ features }) => features[evidenceNames.indexOf('other language')] === 0);

const givesNothing = ({ read: { extraction } }: UndecidedReading) =>
  extraction.values.length === 0 && Object.keys(extraction.preferences).length === 0;

function fitWeights(texts: readonly FirstText[]): Fitted {
  const counted = [
    ...Map.groupBy(
      texts.flatMap(({ claims }) => claims),
      ({ effect }) => effect,
    ),
  ];
  const effects = counted.flatMap(([name, of]) => (of.length >= MIN_CLAIMS ? [name] : []));
  const examples = texts.map(({ claims, weight }) => ({ examples: claims, weight, isHeldOut: false }));
  return { ...fitEvidence(examples, effects), texts: fitTexts(texts) };
}

function fitLanguage(texts: readonly FirstText[]): Fitted {
  const examples = texts.map(({ claims, weight }) => ({ examples: claims, weight, isHeldOut: false }));
  const { texts: ofTexts, ...start } = shippedDecision();
  return { ...fitEvidence(examples, [], start, ['other language', 'other language, given']), texts: ofTexts };
}

function fitTexts(texts: readonly FirstText[]): DecisionWeights['texts'] {
  const rows = texts.flatMap(({ soft, weight }) => soft.map((row) => ({ ...row, weight })));
  const builder = new SparseRowsBuilder(2);
  for (const { odds } of rows) {
    builder.add(0, 1);
    builder.add(1, odds);
    builder.endRow();
  }
  const [bias, label] = fitLabelled(builder, rows, Float64Array.of(1, 1));
  return { bias: rounded(bias!), label: rounded(label!) };
}

const rounded = (value: number) => Math.round(value * 1e3) / 1e3;

/** The shipped decision, and beside it the claims that workspaces fit theirs on too. */
function writeDecision(
  decision: DecisionWeights,
  texts: readonly FirstText[],
  others: readonly Pick<ExampleText, 'examples' | 'weight'>[],
): void {
  const own = texts.map(({ claims: examples, weight }) => ({ examples, weight }));
  const bytes = encodeExamples({
    decision: decisionId(decision),
    texts: [...others, ...drawExamples(own, MOST_SHIPPED_CLAIMS)],
  });
  if (bytes.length > MOST_SHIPPED_BYTES) throw new Error(`the examples take ${bytes.length} bytes`);
  writeFileSync(decisionFile, `${JSON.stringify(decision, null, 1)}\n`);
  writeFileSync(examplesFile, bytes);
}
