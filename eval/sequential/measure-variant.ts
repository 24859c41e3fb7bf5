/** Trains the network of one variant of inputs, and ranks the test targets with it. */
import { rankTargets } from '../../src/behaviour/sequence-models/evaluation/rank-targets.ts';
import type {
  HistoryBatch,
  Ranker,
  ScoringRanker,
} from '../../src/behaviour/sequence-models/evaluation/ranker.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import type { DataShape, ItemCatalogue } from '../../src/behaviour/sequence-models/models/architecture.ts';
import { sequentialRecommender } from '../../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts';
import type { Cases } from '../../src/behaviour/sequence-models/splits/split.ts';
import type { VariantRanks } from './print-variants.ts';
import { tellEpochs } from './tell-epochs.ts';

export interface VariantProblem {
  readonly catalogue: ItemCatalogue;
  readonly train: Histories;
  /** For early stopping. */
  readonly cases: Cases;
  readonly test: Cases;
  readonly seed: number;
  readonly threads: number;
}

const contexts = ['hour', 'weekday'];
const inputs = ['none', 'texts', 'features', 'gaps', 'between', ...contexts];
const MICROSECONDS_A_MINUTE = 60e6;

/** Settings of the wire. Throws an Error for an unknown input. */
export function variantSettings(name: string) {
  const parts = name.split('+');
  const unknown = parts.find((part) => !inputs.includes(part));
  if (unknown !== undefined)
    throw new Error(
      `the variant «${name}» has «${unknown}»; expected some of ${inputs.join(', ')}, joined by +.`,
    );
  const gaps = parts.includes('gaps') ? 'until_now' : 'between';
  return {
    item_texts: parts.includes('texts'),
    item_features: parts.includes('features'),
    time_gaps: parts.includes('gaps') || parts.includes('between') ? gaps : 'none',
    context_features: contexts.filter((context) => parts.includes(context)),
    blend: false,
  };
}

/** One entry; with gaps also one that is ranked without times, and with a context one without it. */
export async function measureVariant(
  name: string,
  { catalogue, train, cases, test, seed, threads }: VariantProblem,
  shape: DataShape,
  given: object,
): Promise<readonly VariantRanks[]> {
  const { signal } = new AbortController();
  const { settings } = sequentialRecommender.complete(given, shape);
  const tell = tellEpochs();
  const before = process.cpuUsage();
  const { files, facts } = await sequentialRecommender.fit(
    { catalogue, train, validation: cases, settings, base: null, codes: null, seed },
    {
      signal,
      threads,
      maxMemoryBytes: Number.POSITIVE_INFINITY,
      checkpointPath: null,
      onProgress: (progress) => tell({ ...progress, fit: name }),
    },
  );
  const { user, system } = process.cpuUsage(before);
  const model = await sequentialRecommender.open(files, { threads });
  const ranker = model.ranker as ScoringRanker;
  const rules = { seen: 'masked', listLength: 1 } as const;
  const found: VariantRanks[] = [];
  const rankers: readonly (readonly [string, Ranker | undefined])[] = [
    [name, ranker],
    [`${name}, ranked without times`, settings.timeGaps === 'none' ? undefined : withoutTimes(ranker)],
    [`${name}, ranked without the context`, model.contextlessRanker],
  ];
  for (const [called, one] of rankers) {
    if (one === undefined) continue;
    const { ranks } = await rankTargets(one, test, rules, signal);
    found.push({
      name: called,
      ranks,
      epochs: facts.bestEpoch,
      minutes: (user + system) / MICROSECONDS_A_MINUTE,
    });
  }
  await model.close();
  return found;
}

function withoutTimes({ name, score }: ScoringRanker): ScoringRanker {
  const unknown = (batch: HistoryBatch): HistoryBatch => ({
    ...batch,
    timestampsMs: new Float64Array(batch.items.length).fill(Number.NaN),
    momentsMs: new Float64Array(batch.offsets.length - 1).fill(Number.NaN),
  });
  return { name, score: (batch) => score(unknown(batch)) };
}
