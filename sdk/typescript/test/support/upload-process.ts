/**
 * A process that uploads people and does nothing else, so that its memory is that of the client. Arguments:
 * the address of the service; the number of rows, or `30s` for as many as begin within 30 seconds. The key is
 * in COUNTERPART_KEY.
 *
 * It prints ten lines of JSON, evenly spread over the upload. With `--expose-gc` the heap is measured after a
 * collection.
 */
import { Counterpart } from '../../src/index.ts';

/** At one of the ten points. */
export interface UploadPoint {
  readonly rows: number;
  readonly seconds: number;
  readonly residentMiB: number;
  readonly heapMiB: number;
}

const POINTS = 10;
const [, , url = '', amount = ''] = process.argv;
const isTimed = amount.endsWith('s');
const whole = Number.parseInt(amount, 10);
const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;

function* people() {
  for (let n = 0; isTimed ? seconds() < whole : n < whole; n++) {
    yield {
      user_id: `${process.pid}-${n}`,
      domain: 'dating',
      fields: { age: 20 + (n % 50), gender: n % 2 === 0 ? ('woman' as const) : ('man' as const) },
      context: `Person ${n} lives in Lisbon, cooks on Sundays, reads old novels and looks for something serious.`,
    };
  }
}

let points = 0;
function look(rows: number, share: number): void {
  if (points >= POINTS || share < (points + 1) / POINTS) return;
  points = Math.floor(share * POINTS);
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const point: UploadPoint = {
    rows,
    seconds: seconds(),
    residentMiB: rss / 2 ** 20,
    heapMiB: heapUsed / 2 ** 20,
  };
  console.log(JSON.stringify(point));
}

const client = new Counterpart({ apiKey: process.env.COUNTERPART_KEY ?? 'cp_live_x', baseUrl: url });
const { position } = await client.users.upsertMany(people(), {
  onProgress: ({ stored }) => look(stored, (isTimed ? seconds() : stored) / whole),
});
look(position, 1);
