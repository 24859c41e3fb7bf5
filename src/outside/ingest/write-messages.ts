/** Writes messages that were mapped, and notes what became of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '../../contract/brands.ts';
import type { AnsweredClaim } from '../../platform/storage/idempotency-store.ts';
import { datasetNamed } from './dataset-named.ts';
import type { MappedMessage } from './map-message.ts';
import type { MessageParts } from './message-parts.ts';
import type { MessageSender } from './message-service.ts';
import { faultOf, type RowOutcome } from './row-outcome.ts';
import { isFault, type TakenMessage } from './taken-message.ts';
import { writeEvents, writeFeedback, writePeople } from './write-rows.ts';

/** Route of the idempotency keys: a message is the same by whichever operation it comes. */
export const MESSAGES_ROUTE = 'messages';
const TTL_MS = 7 * 24 * 3_600_000;
/** A tracker sends several requests at once: a person may be in one that is still being written. */
const OTHER_REQUESTS_MS = 1000;

type Mapped<Into extends MappedMessage['into']> = TakenMessage & {
  readonly mapped: Extract<MappedMessage, { readonly into: Into }>;
};

function open<Into extends MappedMessage['into']>(all: readonly TakenMessage[], into: Into) {
  return all.filter((each): each is Mapped<Into> => each.outcome === null && each.mapped.into === into);
}

/** People first, since outcomes name them. */
export async function writeMessages(
  parts: MessageParts,
  sender: MessageSender,
  all: readonly TakenMessage[],
): Promise<void> {
  await writeIdentified(parts, sender.tenantId, open(all, 'people'));
  for (const [domain, those] of Map.groupBy(open(all, 'feedback'), ({ mapped }) => mapped.domain))
    await writeOutcomes(parts, sender, domain, those);
  for (const [dataset, those] of Map.groupBy(open(all, 'events'), ({ mapped }) => mapped.dataset))
    await writeToDataset(parts, sender.tenantId, dataset, those);
}

async function writeIdentified(parts: MessageParts, tenant: TenantId, those: readonly Mapped<'people'>[]) {
  if (those.length === 0) return;
  const calls = those.map((each) => {
    const { request } = each.mapped;
    const { answer, ...key } = claimOf(parts, each, [request.user_id]);
    return { ...request, merge: true, reading: 'fast' as const, claim: { ...key, answerFor: () => answer } };
  });
  settle(those, await writePeople(parts.profiles, tenant, calls));
}

async function writeOutcomes(
  parts: MessageParts,
  { tenantId: tenant, keyId }: MessageSender,
  named: string | undefined,
  those: readonly Mapped<'feedback'>[],
) {
  const domain = named ?? (await parts.defaultDomain(tenant).catch(faultOf));
  if (typeof domain !== 'string')
    return settle(
      those,
      those.map(() => domain),
    );
  const write = async (written: readonly Mapped<'feedback'>[]) => {
    const rows = written.map((each) => {
      const { item } = each.mapped;
      return { item, claim: claimOf(parts, each, [item.seeker_id, item.candidate_id]) };
    });
    settle(written, await writeFeedback(parts.learn, { tenant, domain, keyId }, rows));
  };
  await write(those);
  const early = those.filter(({ outcome }) => isFault(outcome) && outcome.code === 'user_not_found');
  if (early.length === 0) return;
  await sleep(OTHER_REQUESTS_MS);
  await write(early);
}

async function writeToDataset(
  parts: MessageParts,
  tenant: TenantId,
  named: string,
  those: readonly Mapped<'events'>[],
) {
  const dataset = await datasetNamed(parts.store.datasets, tenant, named).catch(faultOf);
  if (typeof dataset !== 'string')
    return settle(
      those,
      those.map(() => dataset),
    );
  const events = those.map(({ mapped }) => mapped.event);
  const outcomes = await writeEvents(parts.appends, tenant, dataset, events);
  settle(
    those,
    outcomes.map((outcome, at) => untimed(those[at]!, outcome)),
  );
}

function settle(those: readonly TakenMessage[], outcomes: readonly RowOutcome[]): void {
  for (const [at, each] of those.entries()) each.outcome = outcomes[at]!;
}

function claimOf(
  { clock }: MessageParts,
  { message }: TakenMessage,
  people: readonly string[],
): AnsweredClaim {
  return {
    ...{ route: MESSAGES_ROUTE, key: message!.messageId, fingerprint: '', people },
    ...{ nowMs: clock(), ttlMs: TTL_MS, answer: { status: 200, body: '{}', requestId: '' } },
  };
}

/** An event without a time of its own got another one when it came the first time. */
function untimed({ message }: TakenMessage, outcome: RowOutcome): RowOutcome {
  const differs = typeof outcome === 'object' && outcome.code === 'conflict';
  return differs && !message!.isTimed ? 'repeated' : outcome;
}
