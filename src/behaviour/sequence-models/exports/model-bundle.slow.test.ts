/**
 * The script of docs/reference gives the scores of the service for an exported model. It runs in a virtual
 * environment of its own, with numpy and onnxruntime from PyPI; skipped where there is no python3.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { keepModelFiles } from '../adaptation/kept-model.ts';
import { contextCollector } from '../histories/event-contexts.ts';
import type { BlendFacts } from '../models/architecture.ts';
import { sequentialRecommender } from '../models/sequential/sequential-recommender.ts';
import { fitContext } from '../models/sequential/testing/round-problem.ts';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import { modelBundle } from './model-bundle.ts';

const TENANT = tenantId('ten_a');
const ITEMS = 30;
const DAY_MS = 86_400_000;
const reader = fileURLToPath(new URL('../../../../docs/reference/read-model-bundle.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not there: the reader of model bundles is not tested');
const folder = mkdtempSync(join(tmpdir(), 'counterpart-bundle-'));
const python = join(folder, 'venv/bin/python');

/** The last item has neither events nor a text. */
const histories = historiesOfRows(
  ITEMS + 1,
  Array.from({ length: 60 }, (_, person) =>
    Array.from({ length: 3 + (person % 9) }, (__, n) => [(person * 5 + n) % ITEMS, n * DAY_MS] as const),
  ),
);

const devices = contextCollector({ device: { type: 'category' }, price: { type: 'number' } });
const contextRows = histories.items.map((item, at) =>
  devices.rowOf(JSON.stringify({ device: item % 3 === 0 ? 'phone' : 'computer', price: at % 17 })),
);
const train = { ...histories, contexts: devices.finish(), contextRows };

/** Every part has a weight, which depends on the length of the history. */
const blend: BlendFacts = {
  cases: 60,
  lengths: { short: 2, long: 5 },
  ndcgAt10: { network: 0, bestPart: 0, blendHeldOut: 0 },
  parts: (
    [
      ['network', 1, 0.8],
      ['ease_recent', 0.7, 0.5],
      ['ease_history', 0.1, 0.6],
      ['neighbours', 0.4, 0.2],
      ['markov', 0.9, 0.3],
      ['own_frequency', 0.2, 0.5],
      ['popularity', 0.2, 0],
      ['recent_popularity', 0.3, 0.6],
    ] as const
  ).map(([name, short, long]) => ({ name, weight: { short, long }, ndcgAlone: 0, adds: 0 })),
  offset: -4,
  recentWindowDays: 3,
  keptShares: {},
  leftOut: [],
};

const SCRIPT = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("reader", sys.argv[1])
reader = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reader)
model = reader.Recommender(sys.argv[2])
print(json.dumps([model.scores(history, *rest).tolist() for history, *rest in json.loads(sys.argv[3])]))
`;

beforeAll(() => {
  if (!hasPython) return;
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')]);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'numpy', 'onnxruntime']);
  writeFileSync(join(folder, 'scores.py'), SCRIPT);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasPython).each([
  ['output vectors shared', 'shared', null, 'none', []],
  ['times between events, up to now', 'shared', null, 'until_now', []],
  ['times between events', 'own', blend, 'between', []],
  ['output vectors of their own', 'own', null, 'none', []],
  ['a blend of all parts, and a context', 'shared', blend, 'none', ['device', 'price', 'weekday']],
] as const)(
  '%s',
  {
    timeout: 120_000,
  },
  async (_, output_vectors, weights, time_gaps, context_features) => {
    const { opened, bundle } = await exported(weights, { output_vectors, time_gaps, context_features });
    const given = [[], [3], [1, 2, 3], Array.from({ length: 20 }, (_, n) => n), [ITEMS, 4]];
    const ids = given.map((history) => history.map((item) => train.itemIds[item]!));
    const context = { device: 'phone', price: 4.5, weekday: 4, place: 'unknown' };
    // Every other history has times, in seconds, a moment an hour after its newest event, and a context.
    const asked = ids.map((history, row) =>
      row % 2 === 0
        ? [history]
        : [history, history.map((_, at) => at ** 3), history.length ** 3 + 3600, context],
    );
    const printed = execFileSync(python, [join(folder, 'scores.py'), reader, bundle, JSON.stringify(asked)]);
    const scores = JSON.parse(printed.toString()) as number[][];
    for (const [row, history] of given.entries()) {
      const offsets = Uint32Array.of(0, history.length);
      const [, timestamps, moment] = asked[row] as [string[], number[]?, number?];
      const times = timestamps && {
        timestampsMs: Float64Array.from(timestamps, (at) => 1000 * at),
        momentsMs: Float64Array.of(1000 * moment!),
        contexts: [context],
      };
      const expected = await opened.score({ offsets, items: Uint32Array.from(history), ...times });
      expect(scores[row]).toHaveLength(ITEMS + 1);
      for (const [item, score] of expected.entries()) expect(scores[row]![item]).toBeCloseTo(score, 4);
    }
    const listed = execFileSync(python, [reader, bundle, ...ids[2]!])
      .toString()
      .trim()
      .split('\n');
    const best = JSON.parse(listed[0]!) as { item_id: string; score: number };
    expect(best.score).toBeCloseTo(Math.max(...scores[2]!), 5);
  },
);

async function exported(
  weights: BlendFacts | null,
  own: {
    readonly output_vectors: string;
    readonly time_gaps: string;
    readonly context_features: readonly string[];
  },
) {
  const { output_vectors, time_gaps } = own;
  const shape = { people: 60, items: ITEMS, events: 420, medianLength: 7, longLength: 11, hasTexts: false };
  const requested = { width: 16, history_length: 12, learning_rate: 0.01, epochs: 4, ...own };
  const { settings } = sequentialRecommender.complete(requested, shape);
  const catalogue = { itemIds: train.itemIds, textVectors: null, createdAtMs: null };
  const problem = {
    catalogue,
    train,
    validation: null,
    settings,
    base: null,
    codes: null,
    seed: 3,
    blend: weights,
  };
  const { files } = await sequentialRecommender.fit(problem, fitContext());
  const artifacts = openFileArtifactStore(
    join(folder, `artifacts-${output_vectors}-${weights !== null}-${time_gaps}`),
  );
  const keyOf = (part: string) => artifactKey(TENANT, 'models', 'model_1', part);
  const counts = train.itemIds.map(() => 1);
  const kept = await keepModelFiles(artifacts, keyOf, files, { item_ids: train.itemIds, counts });
  const made = { files: kept, maxHistoryItems: settings.historyLength, itemCount: ITEMS + 1 };
  const model = { modelId: 'model_1', version: 1, architecture: sequentialRecommender.name, made };
  const bundle = join(folder, `bundle-${output_vectors}-${weights !== null}-${time_gaps}.tar.gz`);
  const chunks = modelBundle(artifacts, model as unknown as ReadyModel);
  await pipeline(Readable.from(chunks), createWriteStream(bundle));
  return { opened: await sequentialRecommender.open(files, { threads: 1 }), bundle };
}
