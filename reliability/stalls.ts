/**
 * Longest hold of the server's event loop by operation and body. Sends the worst bodies of every operation
 * that takes one, and asks for the longest answers, one after the other. GET /healthz runs at the same time.
 * It fails on a 5xx answer and on a probe without an answer. It never fails on time: the goal of 50 ms is
 * read from the output.
 *
 *   npm run reliability -- stalls [--quick]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { interfaceDocument } from '../src/outside/http/openapi/interface-document.ts';
import { newOperatorKey, temporaryFolder, tenantWithKey } from '../test/running-service.ts';
import { anyBodies, type NamedBody } from './stalls/any-bodies.ts';
import { longAnswers, writeMuchDecided } from './stalls/long-answers.ts';
import type { LongestHold } from './stalls/loop-monitor.ts';
import { type OperationWithBody, operationsWithBody } from './stalls/operations-with-body.ts';
import { makeSmallWorld, type SmallWorld, untilMatches } from './stalls/small-world.ts';
import { startWatchedServer, type WatchedServer } from './stalls/watched-server.ts';
import { worstBodies } from './stalls/worst-bodies.ts';

const AIM_MS = 50;
/**
 * A quick run sends the bodies for any operation to one operation only, and a small part of the specific
 * ones.
 */
const QUICK_OPERATION = 'upsertUser';
const QUICK_BODIES = 3;

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const folder = temporaryFolder();
try {
  const key = await tenantWithKey(folder.path, 'stalls');
  await writeMuchDecided(folder.path, 'stalls');
  const operatorKey = await newOperatorKey(folder.path);
  const server = await startWatchedServer(folder.path, { key, operatorKey });
  try {
    if (!(await sendAll(server, await makeSmallWorld(server), values.quick))) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  folder.remove();
}

interface Sent {
  readonly operation: string;
  readonly body: string;
  readonly status: number;
  readonly bytes: number;
  readonly hold: LongestHold;
  readonly held: boolean;
}

type Watched = Awaited<ReturnType<WatchedServer['watch']>>;

async function sendAll(server: WatchedServer, world: SmallWorld, quick: boolean): Promise<boolean> {
  const sent: Sent[] = [];
  for (const operation of operationsWithBody(await interfaceDocument())) {
    const { operationId, method, path, mediaType } = operation;
    if (operationId === 'match') await untilMatches(server);
    for (const { name, body } of bodiesOf(operation, world, quick)) {
      const answer = await server.watch(method, pathIn(path, world), body, mediaType);
      sent.push(sentOf(operationId, name, answer));
    }
  }
  for (const { operationId, name, path } of longAnswers) {
    sent.push(sentOf(operationId, name, await server.watch('GET', path)));
  }
  report(sent);
  return sent.every(({ held }) => held);
}

function sentOf(operation: string, body: string, answer: Watched): Sent {
  const { status, bytes, hold, tookMs } = answer;
  process.stderr.write(
    `${operation}, ${body}: ${status}, ${bytes} bytes in ${tookMs.toFixed(0)} ms, held ${hold.passedMs.toFixed(0)} ms\n`,
  );
  return { operation, body, status, bytes, hold, held: status < 500 && answer.probesAnswered };
}

function bodiesOf(operation: OperationWithBody, world: SmallWorld, quick: boolean): readonly NamedBody[] {
  const { operationId } = operation;
  const own = worstBodies(operation, world);
  if (!quick) return [...anyBodies(operationId), ...own];
  return [...(operationId === QUICK_OPERATION ? anyBodies(operationId) : []), ...own.slice(0, QUICK_BODIES)];
}

/** Operations without a resource in the small world get an unknown id. */
function pathIn(path: string, { tenant, dataset, tokenizer, ranks }: SmallWorld): string {
  return path
    .replace('{tenant_id}', tenant)
    .replace('{dataset_id}', dataset)
    .replace('{tokenizer_id}', tokenizer)
    .replace('{model_id}', ranks)
    .replace(/\{(\w+)\}/, 'none');
}

function report(sent: readonly Sent[]): void {
  const ordered = sent.toSorted((a, b) => b.hold.processorMs - a.hold.processorMs);
  printTable(
    [
      'operation',
      'body or answer',
      'status',
      'answer, bytes',
      'longest hold, ms',
      'in processor time, ms',
      '',
    ],
    ordered.map(({ operation, body, status, bytes, hold, held }) => [
      ...[operation, body, status, bytes, hold.passedMs.toFixed(1), hold.processorMs.toFixed(1)],
      held ? (hold.passedMs > AIM_MS ? 'above the aim' : '') : 'FAILED',
    ]),
  );
  const above = (of: (hold: LongestHold) => number) => sent.filter(({ hold }) => of(hold) > AIM_MS).length;
  console.log(
    `${sent.length} requests; above the aim of ${AIM_MS} ms ${above(({ passedMs }) => passedMs)} in time passed and ` +
      `${above(({ processorMs }) => processorMs)} in processor time (load of the machine ${loadavg()[0]!.toFixed(1)}); ` +
      `${sent.filter(({ held }) => !held).length} failed`,
  );
}
