import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Histories } from '../../histories/histories.ts';
import { generativeRetriever } from './generative-retriever.ts';
import { batchOf, fitContext, historiesOfItems, ringProblem } from './testing/pattern-problem.ts';

describe('fitting a retriever', () => {
  it('pushes an item away that people turned down', async () => {
    // After item 0 half of the people take 2 and half 5. Those turn it down.
    const rows = Array.from({ length: 40 }, (_, person) => [0, person % 2 === 0 ? 2 : 5]);
    const events = historiesOfItems(ringProblem().catalogue.itemIds, rows);
    const weights = Float32Array.from(events.items, (item) => Number(item !== 5));
    const offsets = Uint32Array.from({ length: 41 }, (_, person) => Math.floor(person / 2));
    const rejections = {
      offsets,
      items: new Uint32Array(20).fill(5),
      timestampsMs: new Float64Array(20).fill(99),
      weights: new Float32Array(20).fill(1),
    };
    const lead = async (train: Histories) => {
      const brief = { ...ringProblem({ epochs: 4, item_vectors: false }), train, validation: null };
      const { files } = await generativeRetriever.fit(brief, fitContext());
      const opened = await generativeRetriever.open(files, { threads: 1 });
      const scores = await opened.score(batchOf([[0]]));
      await opened.close();
      return scores[2]! - scores[5]!;
    };
    const ignored = await lead({ ...events, weights });
    expect(await lead({ ...events, weights, rejections })).toBeGreaterThan(ignored + 0.3);
  });

  it('gives the same files for the same problem, also across a kill', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterpart-retriever-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const brief = ringProblem({ epochs: 4, dropout: 0.2 });
    const whole = await generativeRetriever.fit(brief, fitContext());
    const checkpointPath = join(folder, 'run.safetensors');
    const stop = new AbortController();
    const interrupted = generativeRetriever.fit(
      brief,
      fitContext({
        checkpointPath,
        signal: stop.signal,
        onProgress: ({ estimate }) => {
          if (estimate.done > 2.4) stop.abort(new Error('killed'));
        },
      }),
    );
    await expect(interrupted).rejects.toThrow('killed');
    const resumed = await generativeRetriever.fit(brief, fitContext({ checkpointPath }));
    expect([...resumed.files.keys()]).toEqual([...whole.files.keys()]);
    for (const [name, bytes] of whole.files)
      expect(Buffer.compare(resumed.files.get(name)!, bytes), name).toBe(0);
    expect(resumed.facts.curve.map(({ ndcgAt10 }) => ndcgAt10)).toEqual(
      whole.facts.curve.map(({ ndcgAt10 }) => ndcgAt10),
    );
  });
});
