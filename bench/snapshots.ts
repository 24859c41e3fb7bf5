/**
 * Memory of an index, time to write and to load its snapshot, and the delay of the event loop meanwhile.
 * Generated profiles with vectors of 256 dimensions. `npm run bench -- snapshots [ROWS, by default
 * 1,000,000]`
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { changeSequence, tenantId } from '../src/contract/brands.ts';
import { shippedDomain } from '../src/domains/shipped-domains.ts';
import { openSegmentEngine } from '../src/matching/index/segments/open-segment-engine.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { openWorld } from './world/generate-people.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const PAGE = 100;
const ENCODER = 'bench@1#00000000';
const tenant = tenantId('ten_bench');
const definition = shippedDomain('dating')!;
using folder = openBenchFolder();
const engine = openSegmentEngine({ folder: folder.path, onDamage: ({ reason }) => console.error(reason) });
const delay = monitorEventLoopDelay({ resolution: 1 });

const world = openWorld({ tenant, definition, encoderId: ENCODER, dimension: 256, withTexts: true });
const before = process.memoryUsage.rss();
const index = engine.create(definition, changeSequence(0), ENCODER);
let applyMs = 0;
for (let from = 0; from < ROWS; from += PAGE) {
  const upserts = Array.from({ length: Math.min(PAGE, ROWS - from) }, (_, n) => world.person(from + n));
  const started = performance.now();
  index.apply({ upserts, deletes: [], sequence: changeSequence(from + PAGE) });
  applyMs += performance.now() - started;
  await new Promise(setImmediate);
}
console.log(`${ROWS} people: ${((applyMs * 1000) / ROWS).toFixed(1)} µs each to apply`);
const parts = index.memory();
for (const [part, bytes] of Object.entries(parts)) {
  console.log(
    `  ${part.padEnd(14)} ${(bytes / 2 ** 20).toFixed(1).padStart(9)} MiB  ${(bytes / ROWS).toFixed(1)} B a user`,
  );
}
const total = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
console.log(
  `  ${'all'.padEnd(14)} ${(total / 2 ** 20).toFixed(1).padStart(9)} MiB  ${(total / ROWS).toFixed(1)} B a user`,
);
console.log(`  resident set grew by ${((process.memoryUsage.rss() - before) / ROWS).toFixed(1)} B a user`);

for (const what of ['whole', 'after one change']) {
  delay.reset();
  delay.enable();
  const started = performance.now();
  await engine.save(tenant, index);
  delay.disable();
  const loop = `longest delay of the event loop ${(delay.max / 1e6).toFixed(0)} ms`;
  console.log(`snapshot written, ${what}: ${((performance.now() - started) / 1000).toFixed(2)} s; ${loop}`);
  index.apply({ upserts: [world.person(1)], deletes: [], sequence: changeSequence(ROWS + PAGE) });
}
delay.reset();
delay.enable();
const started = performance.now();
const loaded = await engine.load(tenant, definition, changeSequence(2 * ROWS + PAGE));
delay.disable();
console.log(
  `loaded: ${((performance.now() - started) / 1000).toFixed(2)} s, ${loaded!.size} people; ` +
    `longest delay of the event loop ${(delay.max / 1e6).toFixed(0)} ms`,
);
await engine.close();
