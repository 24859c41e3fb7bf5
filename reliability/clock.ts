/**
 * The clock of a service jumps by hours and by a day, forwards and back, and what depends on time must hold
 * after each jump. The service runs in this process with the jumping clock.
 *
 *   npm run reliability -- clock [--quick] [--seed N]
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { composed } from '../test/service/testing/composed-service.ts';
import { type Invariant, invariantsOf } from './clock/invariants.ts';
import { JumpingClock } from './clock/jumping-clock.ts';

const HOUR_MS = 3_600_000;
/** Hours. */
const jumps = [24, -24, 1, -1, 24, -48, 24, 7, -7] as const;
/**
 * Hours from the machine's clock, at most: the 28 days of an experiment and 90 of retention stay far away.
 */
const FARTHEST = 240;
const ROUNDS = { quick: 18, full: 180 };

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});

const clock = new JumpingClock();
const random = new SeededRandom(Number(values.seed));
const service = await composed({}, {}, { clock: clock.now });
try {
  const invariants = invariantsOf({ service, clock });
  const faults = await jumpAndLook(invariants);
  for (const fault of faults.slice(0, 20)) console.log(`VIOLATION ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await service.stop();
}

async function jumpAndLook(invariants: readonly Invariant[]): Promise<readonly string[]> {
  const looks = new Map<string, number>();
  const faults: string[] = [];
  let away = 0;
  const rounds = values.quick ? ROUNDS.quick : ROUNDS.full;
  for (let round = 0; round < rounds; round++) {
    for (const each of invariants) await each.make(round);
    const picked = random.pick(jumps);
    const hours = Math.abs(away + picked) > FARTHEST ? -picked : picked;
    away += hours;
    clock.jump(hours * HOUR_MS);
    for (const each of invariants) {
      const { looked, faults: found } = await each.look();
      looks.set(each.name, (looks.get(each.name) ?? 0) + looked);
      faults.push(...found.map((fault) => `round ${round}, after ${hours} hours, ${each.name}: ${fault}`));
    }
  }
  printTable(['what must hold', 'times looked at'], [...looks]);
  console.log(`${rounds} jumps, seed ${values.seed}: ${faults.length} violations`);
  return faults;
}
