import { expect, it } from 'vitest';
import type { RunningServer } from '../world/running-server.ts';
import type { Side } from './both-folders.ts';
import { type BlockSettings, measureBlocks } from './measure-blocks.ts';

/** Servers that use `ms` of processor time a match, and the requests that they got. */
function fakeServers(ms: Readonly<Record<Side, number>>) {
  const seen: { readonly side: Side; readonly body: string }[] = [];
  const start = async (side: Side) => {
    let used = 0;
    const server = {
      call: async (_method: string, _path: string, body: object) => {
        used += ms[side] / 1000;
        seen.push({ side, body: JSON.stringify(body) });
        return { status: 200, body: {}, ms: 1 };
      },
      firstMatchMs: async () => 1,
      processorSeconds: () => used,
      [Symbol.asyncDispose]: async () => undefined,
    };
    return server as unknown as RunningServer;
  };
  return { start, seen };
}
const settings: BlockSettings = { rounds: 2, pairsARound: 2, matches: 3, warmUp: 1, seekers: [4, 7, 9] };

it('sends both servers the same matches, and measures each', async () => {
  const { start, seen } = fakeServers({ prior: 4, trained: 5 });
  const pairs = await measureBlocks(start, settings);
  for (const strength of ['weak', 'medium', 'strict'] as const) {
    expect(pairs.get(strength)).toHaveLength(4);
    for (const { prior, trained } of pairs.get(strength)!) {
      expect([prior.answers.length, trained.answers.length]).toEqual([3, 3]);
      expect(prior.processorMs).toBeCloseTo(4);
      expect(trained.processorMs).toBeCloseTo(5);
    }
  }
  const sentTo = (side: Side) => seen.filter((one) => one.side === side).map(({ body }) => body);
  expect(sentTo('trained')).toEqual(sentTo('prior'));
});

it('lets either side go first in turn', async () => {
  const { start, seen } = fakeServers({ prior: 4, trained: 5 });
  await measureBlocks(start, { ...settings, rounds: 1, warmUp: 0 });
  const blocks = seen.filter((_, at) => at % settings.matches === 0).map(({ side }) => side);
  const [first, second]: [Side[], Side[]] = [
    ['prior', 'trained'],
    ['trained', 'prior'],
  ];
  expect(blocks).toEqual([...first, ...first, ...first, ...second, ...second, ...second]);
});
