/** Sends one generated request within the process, and gives the faults of the answer. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ComposedService } from '../../test/service/testing/composed-service.ts';
import type { AnswerChecker } from '../../test/support/documented-answer.ts';
import type { GeneratedRequest } from './any-request.ts';
import type { KnownIds } from './known-ids.ts';
import type { LoopHold } from './loop-hold.ts';

export interface Sender {
  readonly service: ComposedService;
  readonly operatorKey: string;
  readonly ids: KnownIds;
  readonly checker: AnswerChecker;
  readonly hold: LoopHold;
}

interface SentRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

export interface Outcome {
  readonly sent: SentRequest;
  readonly status: number;
  readonly heldMs: number;
  readonly faults: readonly string[];
}

const STALL_MS = 100;
/** A hold counts where each repetition has it: the first request of a kind compiles code, and the machine has other work. */
const REPETITIONS = 3;
const LONGEST_IN_ADDRESS = 12_000;

export async function sendGenerated(sender: Sender, request: GeneratedRequest): Promise<Outcome> {
  const sent = resolve(sender, request);
  const first = await sendOnce(sender, sent);
  let { heldMs } = first;
  for (let n = 0; n < REPETITIONS && heldMs > STALL_MS; n++)
    heldMs = Math.min(heldMs, (await sendOnce(sender, sent)).heldMs);
  const stall = heldMs > STALL_MS ? [`held the event loop for ${heldMs.toFixed(0)} ms`] : [];
  return { ...first, heldMs, faults: [...first.faults, ...stall] };
}

async function sendOnce({ service, ids, checker, hold }: Sender, sent: SentRequest): Promise<Outcome> {
  await nextTurn();
  hold.begin();
  const answer = await service.server.inject(sent);
  const heldMs = hold.end();
  const { statusCode: status, headers, body } = answer;
  if (/^application\/json/.test(String(headers['content-type'])) && status < 300)
    ids.collect(JSON.parse(body));
  const faults = checker.faultsOf({ method: sent.method, url: sent.url, status, headers, body });
  return { sent, status, heldMs, faults: [...statusFaults(status, headers, body), ...faults] };
}

/** 503 is an answer where it says when to come again. */
function statusFaults(
  status: number,
  headers: Readonly<Record<string, unknown>>,
  body: string,
): readonly string[] {
  if (status < 500 || (status === 503 && headers['retry-after'] !== undefined)) return [];
  return [`status ${status}: ${body.slice(0, 300)}`];
}

function resolve({ service, operatorKey, ids }: Sender, request: GeneratedRequest): SentRequest {
  const { method, which, inPath, query, body } = request;
  const isOperators = /^\/v1\/(admin|experiments)/.test(request.path);
  const known = (name: string) => idFor(ids, name, which, method);
  const path = request.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encoded(inPath[name] ?? known(name) ?? 'unknown'),
  );
  const asked = query
    .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value ?? known(name) ?? 'x')}`)
    .join('&');
  const [right, other] = isOperators ? [operatorKey, service.key] : [service.key, operatorKey];
  const bearer = { right, none: null, unknown: 'cp_live_unknown', 'of the other kind': other }[
    request.credential
  ];
  return {
    method: method as SentRequest['method'],
    url: asked === '' ? path : `${path}?${asked}`,
    headers: { ...(bearer !== null && { authorization: `Bearer ${bearer}` }), ...request.headers },
    ...(body !== null && { payload: 'text' in body ? body.text : textOf(body.json, request, ids) }),
  };
}

function textOf(json: unknown, { withKnownIds, which, method }: GeneratedRequest, ids: KnownIds): string {
  if (!withKnownIds) return JSON.stringify(json);
  return JSON.stringify(json, (key, value) =>
    typeof value === 'string' && /(_id|_ids|cursor|^domain)$/.test(key)
      ? (idFor(ids, key, which, method) ?? value)
      : value,
  );
}

/** Never deletes or revokes a thing that the run itself needs. */
function idFor(ids: KnownIds, name: string, which: number, method: string): string | undefined {
  const id = ids.pick(name, which);
  return method === 'DELETE' && id !== undefined && ids.kept.has(id) ? undefined : id;
}

/**
 * A lone surrogate has no percent-encoding, and addresses have no segment of one or two dots. A longer
 * address gets 431 at a socket, which this process has none of.
 */
function encoded(value: string): string {
  const text = /^\.{1,2}$/.test(value) ? `${value}-` : value.toWellFormed();
  return encodeURIComponent(text).slice(0, LONGEST_IN_ADDRESS);
}
