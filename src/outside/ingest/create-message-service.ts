/**
 * Takes messages of trackers: what their mapping makes of them is written as people, outcomes and events of
 * datasets. A message is taken once. People and outcomes keep its id as an idempotency key, in the
 * transaction of the write; an event of a dataset has it as its own id.
 */
import type { TenantId } from '../../contract/brands.ts';
import { invalidRequest } from '../../contract/errors.ts';
import { MAX_MAPPING_CHARACTERS, MessageMappingRequest, type TakenMessages } from '../../contract/message.ts';
import { isRow } from '../../platform/intake/mapping/source-row.ts';
import { KEPT_REJECTS } from '../../platform/storage/message-store.ts';
import { EventLoopYielder } from '../../platform/threads/event-loop-yielder.ts';
import { datasetNamed } from './dataset-named.ts';
import { type MappedMessage, mapIdentify, mapTrack } from './map-message.ts';
import { mergeIdentified } from './merge-identified.ts';
import { type MessageMapping, readMessageMapping } from './message-mapping.ts';
import type { MessageParts } from './message-parts.ts';
import type { MessageSender, MessageService } from './message-service.ts';
import { refusePatterns } from './refuse-patterns.ts';
import { faultOf } from './row-outcome.ts';
import { snowplowMessage } from './snowplow-message.ts';
import { keepRejects, summarizeMessages } from './summarize-messages.ts';
import type { TakenMessage } from './taken-message.ts';
import { readMessage } from './tracker-message.ts';
import { MESSAGES_ROUTE, writeMessages } from './write-messages.ts';

/** The most that mapping messages may use of one turn of the event loop, ms. */
const MAP_SLICE_MS = 5;
const yielder = new EventLoopYielder(MAP_SLICE_MS);

export function createMessageService(parts: MessageParts): MessageService {
  const { messages } = parts.store;
  return {
    take: (sender, sent) => take(parts, sender, sent),
    takeSnowplow: async (sender, events) => {
      const sent: unknown[] = [];
      for (const event of events) sent.push(await snowplowMessage(event));
      return take(parts, sender, sent);
    },
    mapping: (tenant) => messages.mapping(tenant),
    rejects: (tenant) => messages.rejects(tenant, KEPT_REJECTS),
    async putMapping(tenant, mapping) {
      refuseLarge(mapping);
      refusePatterns(mapping);
      await assertNamed(parts, tenant, readMessageMapping(mapping));
      const stored = { mapping, changedAt: new Date(parts.clock()).toISOString() };
      await messages.putMapping(tenant, stored);
      return stored;
    },
  };
}

/** Each message of a request is mapped in the process of the server. */
function refuseLarge(mapping: MessageMappingRequest): void {
  const { length } = JSON.stringify(mapping);
  if (length <= MAX_MAPPING_CHARACTERS) return;
  const message = `the mapping has ${length} characters of JSON; at most ${MAX_MAPPING_CHARACTERS} may be sent`;
  throw invalidRequest([{ path: '', message }]);
}

async function assertNamed(parts: MessageParts, tenant: TenantId, { identify, track }: MessageMapping) {
  if (identify?.domain !== undefined) await parts.domainFor(tenant, identify.domain);
  for (const rule of track.values()) {
    if (rule.into === 'events') await datasetNamed(parts.store.datasets, tenant, rule.dataset);
    else if (rule.domain !== undefined) await parts.domainFor(tenant, rule.domain);
  }
}

async function take(
  parts: MessageParts,
  sender: MessageSender,
  sent: readonly unknown[],
): Promise<Omit<TakenMessages, 'request_id'>> {
  const { store, clock } = parts;
  const tenant = sender.tenantId;
  const now = new Date(clock()).toISOString();
  const stored = await store.messages.mapping(tenant);
  const mapping = readMessageMapping(MessageMappingRequest.parse(stored?.mapping ?? {}));
  const all = sent.map((message, index) => readOne(message, index, now));
  await markRepeated(parts, tenant, all);
  for (const each of all) {
    if (each.outcome === null) await mapOne(parts, tenant, mapping, each);
    await yielder.yieldIfDue();
  }
  await writeMessages(parts, sender, all);
  await mergeIdentified(parts, tenant, mapping, all);
  await keepRejects(parts, tenant, all, now);
  return summarizeMessages(parts, all);
}

function readOne(value: unknown, index: number, now: string): TakenMessage {
  const read = readMessage(value, now);
  const sent = isRow(value) ? value : {};
  const nothing: MappedMessage = { into: 'nothing' };
  if ('ignored' in read) return { index, sent, message: null, mapped: nothing, outcome: read };
  if ('fault' in read) return { index, sent, message: null, mapped: nothing, outcome: read.fault };
  return { index, sent, message: read, mapped: nothing, outcome: null };
}

/** Marks messages that were taken before, or that repeat an earlier one of the request. */
async function markRepeated({ store, clock }: MessageParts, tenant: TenantId, all: readonly TakenMessage[]) {
  const open = all.filter(({ message }) => message !== null);
  const ids = [...new Set(open.map(({ message }) => message!.messageId))];
  const known = await store.idempotency.findMany(tenant, MESSAGES_ROUTE, ids, clock());
  const seen = new Set<string>();
  for (const each of open) {
    const { messageId } = each.message!;
    if (known.get(messageId) === 'erased')
      each.outcome = { code: 'erased', message: 'The message names a person who was erased since.' };
    else if (known.has(messageId) || seen.has(messageId)) each.outcome = 'repeated';
    seen.add(messageId);
  }
}

async function mapOne(parts: MessageParts, tenant: TenantId, mapping: MessageMapping, each: TakenMessage) {
  const message = each.message!;
  try {
    if (message.type === 'identify') {
      const domain = mapping.identify?.domain ?? (await parts.defaultDomain(tenant));
      const { definition } = await parts.domainFor(tenant, domain);
      each.mapped = mapIdentify(message, mapping, definition);
    } else {
      const rule = mapping.track.get(message.event!);
      each.mapped = rule === undefined ? { into: 'nothing' } : mapTrack(message, rule);
    }
  } catch (error) {
    each.mapped = { into: 'fault', fault: faultOf(error) };
  }
  if (each.mapped.into === 'fault') each.outcome = each.mapped.fault;
  if (each.mapped.into === 'nothing') each.outcome = { ignored: message.event ?? message.type };
}
