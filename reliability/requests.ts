/**
 * Generated requests to every operation of docs/openapi.json, in process: valid, nearly valid and hostile ones, with ids
 * that earlier answers gave. It fails on a 5xx that is no 503 with `Retry-After`, on an answer that the document does not
 * describe, and on a hold of the event loop above 100 ms of processor time. Requests that fail are made smaller.
 *
 *   npm run reliability -- requests [--quick] [--seed N] [--requests N]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { printTable } from '../bench/support/measure.ts';
import { type InterfaceDocument, operationsOf } from '../src/composition/testing/documented-requests.ts';
import { createAnswerChecker } from '../test/support/documented-answer.ts';
import { anyRequestOf, type GeneratedRequest } from './requests/any-request.ts';
import { watchLoop } from './requests/loop-hold.ts';
import { type Outcome, type Sender, sendGenerated } from './requests/send-generated.ts';
import { makeWorld } from './requests/world.ts';

const QUICK = 20_000;
const FULL = 1_000_000;
/** Requests of one case: what they do together can be made smaller together. */
const TOGETHER = 20;

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
  const anyRequest = fc.oneof(...operations.map((operation) => anyRequestOf(operation, document)));
  const cases = fc.array(anyRequest, { minLength: TOGETHER, maxLength: TOGETHER, size: 'max' });
  const property = fc.asyncProperty(cases, async (requests) => {
    for (const request of requests) fail(request, note(request, await sendGenerated(sender, request)));
  });
  const result = await fc.check(property, {
    seed: Number(values.seed),
    numRuns: Math.ceil(wanted / TOGETHER),
    maxSkipsPerRun: 0,
    endOnFailure: false,
  });
  report();
  if (!result.failed) return true;
  console.log(
    `FAILED with seed ${values.seed}, path ${result.counterexamplePath}: ${String(result.errorInstance)}`,
  );
  return false;
}

function note({ operationId }: GeneratedRequest, outcome: Outcome): Outcome {
  const figures = byOperation.get(operationId) ?? { statuses: new Map(), requests: 0, longestMs: 0 };
  byOperation.set(operationId, figures);
  figures.requests += 1;
  figures.longestMs = Math.max(figures.longestMs, outcome.heldMs);
  figures.statuses.set(outcome.status, (figures.statuses.get(outcome.status) ?? 0) + 1);
  return outcome;
}

function fail(request: GeneratedRequest, { faults, sent }: Outcome): void {
  if (faults.length === 0) return;
  throw new Error(`${request.operationId}: ${faults.join('; ')}\n${JSON.stringify(sent).slice(0, 4000)}`);
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
  console.log(`${sum} requests to ${all.length} of ${operations.length} operations, seed ${values.seed}`);
}
