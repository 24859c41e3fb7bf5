/**
 * Generated requests to every operation of docs/openapi.json, in process: valid, nearly valid and hostile
 * ones, with ids that earlier answers gave. It fails on a 5xx that is no 503 with `Retry-After`, and on an
 * answer that the document does not describe. It also fails on a hold of the event loop above 100 ms of
 * processor time. The request of a fault is made smaller.
 *
 *   npm run reliability -- requests [--quick] [--seed N] [--requests N]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { printTable } from '../bench/support/measure.ts';
import { type InterfaceDocument, operationsOf } from '../test/service/testing/documented-requests.ts';
import { createAnswerChecker } from '../test/support/documented-answer.ts';
import { anyRequestOf, type GeneratedRequest } from './requests/any-request.ts';
import { type FoundFault, FoundFaults, signatureOf } from './requests/found-faults.ts';
import { watchLoop } from './requests/loop-hold.ts';
import { type Outcome, type Sender, sendGenerated } from './requests/send-generated.ts';
import { makeWorld } from './requests/world.ts';

const QUICK = 20_000;
const FULL = 1_000_000;
/** Requests of one seed. */
const TOGETHER = 500;
/** A long run says how far it is after so many. */
const SHOWN_EACH = 50_000;
/** Faults that are printed with their smallest request, and generated requests to look for it. */
const MOST_SHOWN = 20;
const RUNS_TO_SHRINK = 500;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    requests: { type: 'string' },
  },
});
const wanted = values.requests === undefined ? (values.quick ? QUICK : FULL) : Number(values.requests);
const document = JSON.parse(
  readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
) as InterfaceDocument;
const operations = operationsOf(document);

interface Figures {
  readonly statuses: Map<number, number>;
  requests: number;
  longestMs: number;
}
const byOperation = new Map<string, Figures>();
const faults = new FoundFaults();

const { service, operatorKey, ids } = await makeWorld();
const hold = watchLoop();
try {
  const sender = { service, operatorKey, ids, hold, checker: createAnswerChecker(document) };
  if (!(await sendAll(sender))) process.exitCode = 1;
} finally {
  hold.stop();
  await service.stop();
}

async function sendAll(sender: Sender): Promise<boolean> {
  const seed = Number(values.seed);
  const anyRequest = fc.oneof(...operations.map((operation) => anyRequestOf(operation, document)));
  for (let batch = 0; batch * TOGETHER < wanted; batch++) {
    if (batch > 0 && (batch * TOGETHER) % SHOWN_EACH === 0) console.log(`${batch * TOGETHER} requests sent`);
    for (const request of fc.sample(anyRequest, { seed: seed + batch, numRuns: TOGETHER })) {
      const outcome = await sendGenerated(sender, request);
      note(request, outcome);
      if (outcome.faults.length > 0) faults.add(request, outcome);
    }
  }
  report();
  for (const each of faults.all().slice(0, MOST_SHOWN)) console.log(await smaller(sender, each, seed));
  return faults.all().length === 0;
}

/** The smallest request of its operation that has the fault, by making a generated one smaller. */
async function smaller(
  sender: Sender,
  { request, outcome, times }: FoundFault,
  seed: number,
): Promise<string> {
  const operation = operations.find(({ operationId }) => operationId === request.operationId)!;
  const signature = signatureOf(request, outcome);
  let smallest = outcome.sent;
  const property = fc.asyncProperty(anyRequestOf(operation, document), async (each) => {
    const found = await sendGenerated(sender, each);
    if (found.faults.length === 0 || signatureOf(each, found) !== signature) return;
    smallest = found.sent;
    throw new Error(signature);
  });
  await fc.check(property, { seed, numRuns: RUNS_TO_SHRINK });
  const shown = JSON.stringify({ ...smallest, headers: { ...smallest.headers, authorization: '…' } });
  return `FAULT ${times} times: ${signature}\n  ${shown.slice(0, 2000)}`;
}

function note({ operationId }: GeneratedRequest, outcome: Outcome): void {
  const figures = byOperation.get(operationId) ?? { statuses: new Map(), requests: 0, longestMs: 0 };
  byOperation.set(operationId, figures);
  figures.requests += 1;
  figures.longestMs = Math.max(figures.longestMs, outcome.heldMs);
  figures.statuses.set(outcome.status, (figures.statuses.get(outcome.status) ?? 0) + 1);
}

function report(): void {
  const rows = [...byOperation].map(([operation, { requests, statuses, longestMs }]) => {
    const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    return [operation, requests, longestMs.toFixed(0), shown.join(', ')] as const;
  });
  printTable(
    ['operation', 'requests', 'longest hold, ms of processor time', 'statuses'],
    rows.toSorted((a, b) => b[1] - a[1]),
  );
  const all = [...byOperation.values()];
  const sum = all.reduce((total, { requests }) => total + requests, 0);
  console.log(
    `${sum} requests to ${all.length} of ${operations.length} operations, seed ${values.seed}: ${faults.all().length} faults`,
  );
}
