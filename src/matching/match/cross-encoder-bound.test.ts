/** The cross encoder reads a bounded number of pairs, whatever the stages before it pass on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MatchWorld, miniDating, openMatchWorld } from './testing/match-world.ts';

const BOUND = 2000;
const PEOPLE = BOUND + 30;
let world: MatchWorld;

beforeAll(async () => {
  world = await openMatchWorld();
  await world.put(miniDating, 'me', { fields: { age: 30 } });
  for (let n = 0; n < PEOPLE; n += 1)
    await world.put(miniDating, `p${n}`, { fields: { age: 30 + (n < 30 ? 0 : 1 + (n % 20)) } });
}, 60_000);
afterAll(() => world?.close());

const crossEncoderOf = async (stages: object) => {
  const { trace } = await world.match({ user_id: 'me', domain: 'mini-dating', stages, explain: true });
  return trace!.find(({ stage }) => stage === 'cross_encoder')!;
};

it('reads at most 2,000 candidates, and counts the others', async () => {
  const read = await crossEncoderOf({ light_ml: false, embedding: false });
  expect(read).toMatchObject({ in: PEOPLE, dropped: expect.objectContaining({ not_read: PEOPLE - BOUND }) });
});
