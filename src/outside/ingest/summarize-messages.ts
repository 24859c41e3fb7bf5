/** Sums up the messages of a request: the answer, and the rejects that are kept. */
import type { TenantId } from '../../contract/brands.ts';
import { SHOWN_REJECTS, type TakenMessages } from '../../contract/message.ts';
import { newUlid } from '../../contract/new-id.ts';
import { cellText } from '../../platform/intake/mapping/source-row.ts';
import type { MappedMessage } from './map-message.ts';
import type { MessageParts } from './message-parts.ts';
import { isFault, type TakenMessage } from './taken-message.ts';

/** Characters of a reject's message that are kept. */
const KEPT_CHARACTERS = 500;
const SHOWN_EVENTS = 20;

export async function keepRejects(
  { store }: MessageParts,
  tenant: TenantId,
  all: readonly TakenMessage[],
  at: string,
) {
  const rejects = all.flatMap(({ outcome, sent, mapped, message }) => {
    if (!isFault(outcome) || outcome.code === 'erased') return [];
    const { userId, otherId } = peopleOf(mapped);
    return {
      rejectId: newUlid(),
      ...{ at, messageId: message?.messageId ?? null, otherId },
      type: textOf(sent.type),
      event: textOf(sent.event),
      userId: userId ?? textOf(sent.userId),
      code: outcome.code,
      message: outcome.message.slice(0, KEPT_CHARACTERS),
    };
  });
  await store.messages.addRejects(tenant, rejects);
}

const textOf = (value: unknown) =>
  value === undefined || value === null ? null : cellText(value).slice(0, 256).toWellFormed();

export function summarizeMessages(
  { observe }: MessageParts,
  all: readonly TakenMessage[],
): Omit<TakenMessages, 'request_id'> {
  const count = { stored: 0, repeated: 0, ignored: 0, rejected: 0 };
  const ignored = new Map<string, number>();
  const rejects: TakenMessages['rejects'] = [];
  for (const { outcome, index, message } of all) {
    if (outcome === 'stored' || outcome === 'repeated') count[outcome]++;
    else if (isFault(outcome)) {
      count.rejected++;
      if (rejects.length < SHOWN_REJECTS)
        rejects.push({ index, message_id: message?.messageId ?? null, ...outcome });
    } else {
      count.ignored++;
      const name = outcome?.ignored ?? '';
      if (ignored.has(name) || ignored.size < SHOWN_EVENTS) ignored.set(name, (ignored.get(name) ?? 0) + 1);
    }
  }
  for (const outcome of ['stored', 'repeated', 'ignored', 'rejected'] as const)
    observe(outcome, count[outcome]);
  return { success: true, ...count, ignored_events: Object.fromEntries(ignored), rejects };
}

/** The people that a fault may name. */
function peopleOf(mapped: MappedMessage): {
  readonly userId: string | null;
  readonly otherId: string | null;
} {
  if (mapped.into === 'feedback') return { userId: mapped.item.seeker_id, otherId: mapped.item.candidate_id };
  if (mapped.into === 'events') return { userId: mapped.event.person_id ?? null, otherId: null };
  if (mapped.into === 'people') return { userId: mapped.request.user_id, otherId: null };
  return { userId: null, otherId: mapped.into === 'fault' ? (mapped.otherId ?? null) : null };
}
