import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicDatasetFolder } from '../../bench/converters/public-datasets.ts';
import { shapeOf } from '../../src/behaviour/sequence-models/adaptation/data-shape.ts';
import { describeReport } from '../../src/behaviour/sequence-models/evaluation/describe-report.ts';
import { evaluateSequences } from '../../src/behaviour/sequence-models/evaluation/evaluate-sequences.ts';
import type { SplitReport } from '../../src/behaviour/sequence-models/evaluation/evaluation-report.ts';
import { batchSize, type ScoringRanker } from '../../src/behaviour/sequence-models/evaluation/ranker.ts';
import { collectHistories } from '../../src/behaviour/sequence-models/histories/collect-histories.ts';
import { leaveOneOut } from '../../src/behaviour/sequence-models/splits/leave-one-out.ts';
import { catalogueOf } from './catalogue-of.ts';
import { datasetLinesOf } from './dataset-lines-of.ts';
import { withImported } from './import-folder.ts';
import { measureVariant, variantSettings } from './measure-variant.ts';
import { knownDataset, knownDatasets } from './published-figures.ts';
import { sequentialModels } from './train-models.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterpart-sequences-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, lines: readonly string[]) =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);

/** Person p goes round ten items from p on, one a day; one day has two. */
const sequences = Array.from({ length: 40 }, (_, person) =>
  Array.from({ length: 8 }, (_, n) => `i${(person + n) % 10}`),
);
beforeAll(() => {
  put(
    'sequences.txt',
    sequences.map((items, person) => [`p${person}`, ...items].join(' ')),
  );
  const day = (person: number, n: number) => 1_700_000_000 + 86_400 * (person + (n === 5 ? 4 : n));
  put('events.tsv', [
    'user_id\titem_id\ttimestamp',
    // Backwards: the sequences tell the order inside the day.
    ...sequences
      .flatMap((items, person) => items.map((item, n) => `p${person}\t${item}\t${day(person, n)}`))
      .reverse(),
  ]);
  put('items.tsv', ['item_id\ttitle', ...Array.from({ length: 12 }, (_, n) => `i${n}\tThing ${n}`)]);
});

const nextInTheRound: ScoringRanker = {
  name: 'next in the round',
  score: (batch) => {
    const scores = new Float32Array(12 * batchSize(batch));
    for (let row = 0; row < batchSize(batch); row++)
      scores[12 * row + ((batch.items[batch.offsets[row + 1]! - 1]! + 1) % 10)] = 1;
    return scores;
  },
};
const firstHit = ({ rankers }: SplitReport, name: string) =>
  rankers.find((one) => one.name === name)!.recall['1']!.value;

describe('a folder of sequences', () => {
  it('goes through the import to a report of every protocol, a model beside the baselines', async () => {
    const whole = datasetLinesOf(folder);
    expect(whole.timesAreReal).toBe(true);
    const report = await withImported(whole, (snapshot) =>
      evaluateSequences({
        name: 'round',
        snapshot,
        fitModels: async () => ({ models: [nextInTheRound] }),
        evaluation: { draws: 50 },
      }),
    );
    expect(report.dataset).toEqual({ name: 'round', people: 40, items: 12, events: 320 });
    expect(report.splits.map(({ protocol }) => `${protocol.split} ${protocol.ties}`)).toEqual([
      'leave-one-out imported',
      'leave-one-out shuffled',
      'temporal imported',
      'temporal shuffled',
    ]);
    const [imported, shuffled, temporal] = report.splits as [SplitReport, SplitReport, SplitReport];
    for (const split of [imported, temporal]) expect(firstHit(split, 'next in the round')).toBe(1);
    expect(firstHit(imported, 'Markov-1')).toBe(1);
    expect(firstHit(imported, 'popularity')).toBeLessThan(0.5);
    expect(firstHit(shuffled, 'next in the round')).toBe(1);
    expect(temporal.protocol.test_from).not.toBeNull();
    expect(describeReport(report)).toMatch(
      /^This model loses to a baseline: its nDCG is below that of Markov-1 \(temporal, ties shuffled\)\. /,
    );
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('has a recommender trained on it, which learns the round, and says what that cost', async () => {
    await withImported(datasetLinesOf(folder), async (snapshot) => {
      const settings = { width: 16, learning_rate: 0.01, batch_events: 32, epochs: 4 };
      const models = await sequentialModels(snapshot, { settings, seed: 1, threads: 1, checkpoints: null });
      const { splits } = await evaluateSequences({
        name: 'round',
        snapshot,
        fitModels: models.fitModels,
        protocols: [{ split: 'leave-one-out', ties: 'imported' }],
        evaluation: { draws: 50 },
      });
      await models.close();
      expect(firstHit(splits[0]!, 'sequential-recommender')).toBe(1);
      expect(models.settings).toMatchObject({ width: 16, blocks: 1, itemTexts: true });
      expect(models.costs).toMatchObject([
        { fit: 'leave-one-out, ties imported', facts: { steps: expect.any(Number) } },
      ]);
    });
  });

  it('declares the parts of a column «attributes» as a list', async () => {
    const listed = mkdtempSync(join(tmpdir(), 'counterpart-sequences-'));
    writeFileSync(join(listed, 'sequences.txt'), 'p a b\nq b a\n');
    writeFileSync(join(listed, 'items.tsv'), 'id\ttitle\tattributes\na\tA\tred | Unknown | round\nb\tB\t\n');
    const whole = datasetLinesOf(listed);
    expect(whole.features.items).toEqual({ attributes: { type: 'list' } });
    const { features } = await withImported(whole, catalogueOf);
    const column = features!.columns.get('attributes')!;
    rmSync(listed, { recursive: true });
    expect(column).toMatchObject({ categories: ['red', 'round'], isGiven: Uint8Array.of(1, 1) });
    expect(datasetLinesOf(folder).features.items).toEqual({});
  });

  it('may have sequences alone; then times mean nothing', () => {
    const alone = mkdtempSync(join(tmpdir(), 'counterpart-sequences-'));
    writeFileSync(join(alone, 'sequences.txt'), 'p a b\nq b\n');
    const { lines, timesAreReal } = datasetLinesOf(alone);
    const rows = [...lines].map((line) => JSON.parse(line));
    rmSync(alone, { recursive: true });
    expect(timesAreReal).toBe(false);
    expect(rows.slice(0, 2).map(({ text }) => text)).toEqual(['', '']);
    expect(rows.map((row) => [row.type, row.person_id, row.item_id, row.timestamp])).toEqual([
      ['item', undefined, 'a', undefined],
      ['item', undefined, 'b', undefined],
      ['event', 'p', 'a', '2000-01-01T00:00:00.000Z'],
      ['event', 'p', 'b', '2000-01-01T00:00:01.000Z'],
      ['event', 'q', 'b', '2000-01-01T00:00:00.000Z'],
    ]);
  });

  it('may be baskets in order', () => {
    const baskets = mkdtempSync(join(tmpdir(), 'counterpart-sequences-'));
    const file = join(baskets, 'baskets.json');
    writeFileSync(file, JSON.stringify({ ann: [[3, 'milk'], [3]], bob: [['tea']] }));
    const { lines, timesAreReal, declaredEvents } = datasetLinesOf(baskets);
    const events = [...lines].map((line) => JSON.parse(line)).filter(({ type }) => type === 'event');
    expect([timesAreReal, declaredEvents.baskets, declaredEvents.repeats]).toEqual([
      false,
      'basket_id',
      true,
    ]);
    expect(events.map((row) => [row.person_id, row.basket_id, row.item_id, row.timestamp])).toEqual([
      ['ann', '1', '3', '2000-01-01T00:00:00.000Z'],
      ['ann', '1', 'milk', '2000-01-01T00:00:00.000Z'],
      ['ann', '2', '3', '2000-01-01T00:00:01.000Z'],
      ['bob', '1', 'tea', '2000-01-01T00:00:00.000Z'],
    ]);
    writeFileSync(file, '{"ann": [["milk"], {}]}');
    expect(() => [...datasetLinesOf(baskets).lines]).toThrow(/^baskets\.json: .*array/);
    rmSync(baskets, { recursive: true });
  });

  it('is refused where its files do not fit together, or are none', () => {
    const other = mkdtempSync(join(tmpdir(), 'counterpart-sequences-'));
    expect(() => datasetLinesOf(other)).toThrow(
      'has no sequences.txt, events.tsv, baskets.json or ml-100k.inter',
    );
    writeFileSync(join(other, 'sequences.txt'), 'p a b\n');
    writeFileSync(join(other, 'events.tsv'), 'user_id\titem_id\ttimestamp\np\ta\t1\n');
    expect(() => [...datasetLinesOf(other).lines]).toThrow('sequences.txt has item b for person p');
    rmSync(other, { recursive: true });
  });
});

describe('a variant of inputs', () => {
  it('names what the network reads', () => {
    const none = {
      ...{ item_texts: false, item_features: false, time_gaps: 'none', blend: false },
      context_features: [] as string[],
    };
    expect(variantSettings('none')).toEqual(none);
    expect(variantSettings('between')).toEqual({ ...none, time_gaps: 'between' });
    const all = { ...none, item_texts: true, item_features: true, time_gaps: 'until_now' };
    expect(variantSettings('texts+features+gaps')).toEqual(all);
    expect(variantSettings('weekday+hour')).toEqual({ ...none, context_features: ['hour', 'weekday'] });
    expect(() => variantSettings('texts+prices')).toThrow('«prices»');
  });

  it('with gaps is also ranked without times, from one training', async () => {
    await withImported(datasetLinesOf(folder), async (snapshot) => {
      const histories = await collectHistories(snapshot);
      const { train, validation, test } = leaveOneOut(histories);
      const shape = shapeOf(histories, 12, true);
      const problem = { catalogue: await catalogueOf(snapshot), train, cases: validation.cases, test };
      const settings = {
        width: 16,
        learning_rate: 0.01,
        batch_events: 32,
        epochs: 3,
        ...variantSettings('gaps'),
      };
      const found = await measureVariant('gaps', { ...problem, seed: 1, threads: 1 }, shape, settings);
      expect(found.map(({ name, ranks }) => [name, ranks.length])).toEqual([
        ['gaps', 40],
        ['gaps, ranked without times', 40],
      ]);
      expect(found[0]!.minutes).toBe(found[1]!.minutes);
      for (const { ranks } of found)
        expect([...ranks].filter((rank) => rank === 1).length).toBeGreaterThan(30);
    });
  });
});

describe('known data sets', () => {
  it('are recognised by their counts, each once', () => {
    for (const known of knownDatasets) expect(knownDataset({ ...known })).toBe(known);
    expect(knownDataset({ name: 'ml-1m', people: 6040, items: 3416, events: 5 })).toBeNull();
  });

  const ml100k = publicDatasetFolder('ml-100k');
  it.skipIf(ml100k === null)('MovieLens 100K by time: the figures that were measured before', async () => {
    const { splits, dataset } = await withImported(datasetLinesOf(ml100k!), (snapshot) =>
      evaluateSequences({
        name: 'ml-100k',
        snapshot,
        protocols: [{ split: 'temporal', ties: 'imported' }],
        baselines: { ease: { maxItems: 0 } },
        evaluation: { draws: 50 },
      }),
    );
    expect(knownDataset(dataset)?.name).toBe('MovieLens 100K');
    const { protocol, rankers } = splits[0]!;
    expect(protocol.cases).toBe(90);
    expect(protocol.targets_unseen).toBeCloseTo(0.078, 3);
    const recent = rankers.find(({ name }) => name === 'popularity, last 30 days')!;
    expect(recent.recall['10']!.value).toBeCloseTo(0.2444, 4);
    expect(recent.ndcg['10']!.value).toBeCloseTo(0.1511, 4);
  });
});
