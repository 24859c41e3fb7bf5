/**
 * The life of a model over the versions of a dataset. The first model is fitted on the first part. At each
 * later moment a refit of the model that an alias stands for goes through the gate, and a model is fitted
 * from nothing. All of them, and the first model as it was, are compared on the events after the moment.
 */
import { shapeOf } from '../../src/behaviour/sequence-models/adaptation/data-shape.ts';
import { evaluableProtocols } from '../../src/behaviour/sequence-models/adaptation/evaluable-protocols.ts';
import { popularity, recentPopularity } from '../../src/behaviour/sequence-models/baselines/popularity.ts';
import { evaluateSplit } from '../../src/behaviour/sequence-models/evaluation/evaluate-split.ts';
import type { SplitReport } from '../../src/behaviour/sequence-models/evaluation/evaluation-report.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import type {
  FitFacts,
  ItemCatalogue,
  ModelFiles,
} from '../../src/behaviour/sequence-models/models/architecture.ts';
import {
  asChosen,
  chooseForSplit,
  fitForSplit,
} from '../../src/behaviour/sequence-models/models/fit-for-split.ts';
import { sequentialRecommender } from '../../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts';
import { learnedEvents } from '../../src/behaviour/sequence-models/models/sequential/windows-to-learn.ts';
import {
  compareWithServing,
  SERVING,
} from '../../src/behaviour/sequence-models/refits/compare-with-serving.ts';
import { decideRefit } from '../../src/behaviour/sequence-models/refits/decide-refit.ts';
import { newestSlice } from '../../src/behaviour/sequence-models/refits/newest-slice.ts';
import { refitPart } from '../../src/behaviour/sequence-models/refits/refit-part.ts';
import { refitSettings } from '../../src/behaviour/sequence-models/refits/refit-settings.ts';
import { leaveOneOut } from '../../src/behaviour/sequence-models/splits/leave-one-out.ts';
import { splitByTime, temporalSplit } from '../../src/behaviour/sequence-models/splits/temporal-split.ts';
import type { SelectionProtocol } from '../../src/contract/selection-protocol.ts';
import { contentOf, knownBefore, type PartContent } from './cut-by-time.ts';

export interface VersionsProblem {
  readonly histories: Histories;
  readonly catalogue: ItemCatalogue;
  /** Settings in wire form. */
  readonly settings: object;
  readonly seed: number;
  readonly threads: number;
  readonly draws: number;
  /** The protocol that chooses; absent: time where it can, and time in refits. */
  readonly protocol?: SelectionProtocol;
}

export interface VersionReport {
  /** The number of parts that are known. */
  readonly known: number;
  /** Figures of the next part. */
  readonly next: PartContent;
  /** The models `frozen`, `refitted`, `from nothing` and the two popularities on the next part. */
  readonly report: SplitReport;
  readonly verdict: { readonly deploy: boolean; readonly reason: string };
  /** Processor seconds. */
  readonly seconds: { readonly refit: number; readonly fromNothing: number };
}

const { signal } = new AbortController();
const DAYS = 30;

interface Served {
  readonly files: ModelFiles;
  readonly counts: readonly number[];
  /** The time of the last event that it has learned from, milliseconds since 1970. */
  readonly knownUntilMs: number;
}

/** `moments`: between the parts. Yields a report for each moment from the second on, with a part after it. */
export async function* runVersions(
  problem: VersionsProblem,
  moments: readonly number[],
): AsyncGenerator<VersionReport> {
  const { histories } = problem;
  const first = await fromNothing(problem, knownBefore(histories, moments[0]!));
  let served = first;
  for (const [at, momentMs] of moments.entries()) {
    if (at === 0) continue;
    const known = knownBefore(histories, momentMs);
    const refitted = await measured(() => refit(problem, known, served));
    served = refitted.value.served;
    const fresh = await measured(() => fromNothing(problem, known));
    const nextMs = moments[at + 1] ?? Number.POSITIVE_INFINITY;
    yield {
      known: at + 1,
      next: contentOf(histories, momentMs, nextMs),
      report: await compare(problem, { momentMs, nextMs }, { first, served, fresh: fresh.value }),
      verdict: refitted.value.verdict,
      seconds: { refit: refitted.seconds, fromNothing: fresh.seconds },
    };
  }
}

/** As an adaptation: a fit chooses the number of epochs and the blend, and a fit on everything serves. */
async function fromNothing(problem: VersionsProblem, known: Histories): Promise<Served> {
  const settings = settingsFor(problem, known, null);
  const { protocol } = evaluableProtocols(known, [], problem.protocol);
  const split = protocol === 'time' ? temporalSplit(known) : leaveOneOut(known);
  const chosen = await chooseForSplit(fitsOf(problem, settings, { base: null }))(split, 'imported');
  return fitAll(problem, known, { settings, chosen, base: null });
}

/** As the task of a refit, without its store. */
async function refit(problem: VersionsProblem, known: Histories, served: Served) {
  const { seed, threads, catalogue } = problem;
  const part = refitPart(known, served.knownUntilMs, seed);
  const slice = newestSlice(part, served.knownUntilMs, problem.protocol);
  if (slice.kind === 'too_few')
    return { served, verdict: { deploy: false, reason: `Not judged: ${slice.people} people` } };
  const base = { files: served.files, itemIds: catalogue.itemIds };
  const newSinceMs = served.knownUntilMs;
  const settings = settingsFor(problem, part, { files: served.files, newSinceMs });
  const { report, chosen } = await compareWithServing({
    split: slice.split,
    fitter: (autoencoders) => fitForSplit(fitsOf(problem, settings, { base, newSinceMs, autoencoders })),
    openServing: async () => ({
      model: await sequentialRecommender.open(served.files, { threads }),
      items: { itemIds: catalogue.itemIds, counts: served.counts },
    }),
    seen: 'masked',
    threads,
    signal,
  });
  const verdict = decideRefit(report, SERVING);
  if (!verdict.deploy) return { served, verdict };
  return { served: await fitAll(problem, part, { settings, chosen, base, newSinceMs }), verdict };
}

type Base = Parameters<typeof sequentialRecommender.fit>[0]['base'];
type Settings = ReturnType<typeof settingsFor>;

/** The base of a refit. */
interface Goes {
  readonly base: Base;
  readonly newSinceMs?: number;
}

/** A refit has its own epochs and patience, no more than the settings say. */
function settingsFor(
  { settings, catalogue }: VersionsProblem,
  train: Histories,
  on: { readonly files: ModelFiles; readonly newSinceMs: number } | null,
) {
  const shape = shapeOf(train, catalogue.itemIds.length, catalogue.textVectors !== null);
  if (on === null) return sequentialRecommender.complete(settings, shape).settings;
  const own = { ...settings, ...refitSettings({}) };
  const learned = { ...shape, learnedEvents: learnedEvents(train, on.newSinceMs) };
  const completed = sequentialRecommender.complete(own, learned, on.files).settings;
  const most = sequentialRecommender.complete(settings, learned, on.files).settings;
  return { ...completed, epochs: Math.min(completed.epochs, most.epochs) };
}

function fitsOf(
  { catalogue, seed, threads }: VersionsProblem,
  settings: Settings,
  {
    autoencoders,
    ...on
  }: Goes & { readonly autoencoders?: Parameters<Parameters<typeof compareWithServing>[0]['fitter']>[0] },
) {
  return {
    architecture: sequentialRecommender,
    name: 'the refit',
    catalogue,
    settings,
    ...on,
    codes: null,
    seed,
    threads,
    maxMemoryBytes: Number.POSITIVE_INFINITY,
    signal,
    onProgress: () => {},
    checkpointPathOf: () => null,
    ...(autoencoders === undefined ? {} : { autoencoders }),
  };
}

async function fitAll(
  { catalogue, seed, threads }: VersionsProblem,
  train: Histories,
  { settings, chosen, ...on }: Goes & { readonly settings: Settings; readonly chosen: FitFacts },
): Promise<Served> {
  const { files } = await sequentialRecommender.fit(
    {
      catalogue,
      train,
      validation: null,
      settings: { ...settings, epochs: Math.max(1, chosen.bestEpoch) },
      ...asChosen(chosen),
      ...on,
      codes: null,
      seed,
    },
    {
      signal,
      threads,
      maxMemoryBytes: Number.POSITIVE_INFINITY,
      checkpointPath: null,
      onProgress: () => {},
    },
  );
  const counts = new Array<number>(catalogue.itemIds.length).fill(0);
  for (const item of train.items) counts[item]!++;
  const knownUntilMs = train.timestampsMs.reduce(
    (latest, at) => Math.max(latest, at),
    Number.NEGATIVE_INFINITY,
  );
  return { files, counts, knownUntilMs };
}

/** On each person's first event of the next part; every model sees the same histories, up to the moment. */
async function compare(
  { histories, threads, draws, seed }: VersionsProblem,
  { momentMs, nextMs }: { readonly momentMs: number; readonly nextMs: number },
  served: { readonly first: Served; readonly served: Served; readonly fresh: Served },
): Promise<SplitReport> {
  const split = splitByTime(knownBefore(histories, nextMs), {
    validationFromMs: momentMs,
    testFromMs: momentMs,
  });
  const names = { first: 'frozen', served: 'refitted', fresh: 'from nothing' } as const;
  const models = await Promise.all(
    Object.entries(names).map(async ([key, name]) => {
      const model = await sequentialRecommender.open(served[key as keyof typeof names].files, { threads });
      return { model, ranker: { ...model.ranker, name } };
    }),
  );
  const baselines = [popularity(split.train), recentPopularity(split.train, momentMs, DAYS)];
  const rankers = { models: models.map(({ ranker }) => ranker), baselines };
  const report = await evaluateSplit(split, rankers, { ties: 'imported', draws, seed });
  for (const { model } of models) await model.close();
  return report;
}

async function measured<Value>(
  run: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly seconds: number }> {
  const started = process.cpuUsage();
  const value = await run();
  const { user, system } = process.cpuUsage(started);
  return { value, seconds: (user + system) / 1e6 };
}
