/** A message, by the mapping of its workspace, as the row that it becomes. */
import type { z } from 'zod';
import { KIB } from '../../contract/common.ts';
import { DatasetEvent } from '../../contract/dataset.ts';
import { FeedbackItem } from '../../contract/feedback.ts';
import { rowIssues } from '../../contract/issue-message.ts';
import { UpsertUserRequest } from '../../contract/user.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { applyMapping } from '../../platform/intake/mapping/mapping.ts';
import { applyRowMapping } from '../../platform/intake/mapping/row-mapping.ts';
import { isRow } from '../../platform/intake/mapping/source-row.ts';
import { ratesIn, withRates } from '../../platform/intake/mapping/with-rates.ts';
import type { MessageMapping, TrackRule } from './message-mapping.ts';
import type { RowFault } from './row-outcome.ts';
import type { TrackerMessage } from './tracker-message.ts';

/** As of a body's `context`. */
const MAX_TEXT_BYTES = 256 * KIB;

export type MappedMessage =
  | { readonly into: 'people'; readonly request: UpsertUserRequest }
  | { readonly into: 'feedback'; readonly domain: string | undefined; readonly item: FeedbackItem }
  | { readonly into: 'events'; readonly dataset: string; readonly event: DatasetEvent }
  | { readonly into: 'nothing' }
  | { readonly into: 'fault'; readonly fault: RowFault; readonly otherId?: string };

export function mapTrack({ row }: TrackerMessage, rule: TrackRule): MappedMessage {
  const mapped = applyRowMapping(rule.mapping, row, 1);
  if ('rejected' in mapped) return faulty(mapped.rejected);
  const { values } = mapped;
  const other = values.candidate_id;
  const named = typeof other === 'string' ? { otherId: other } : {};
  if (rule.into === 'events') {
    const event = DatasetEvent.safeParse(values);
    if (event.success) return { into: 'events', dataset: rule.dataset, event: event.data };
    return faulty(explain(event.error, values));
  }
  const item = FeedbackItem.safeParse(values);
  if (item.success) return { into: 'feedback', domain: rule.domain, item: item.data };
  return { ...faulty(explain(item.error, values)), ...named };
}

export function mapIdentify(
  { row, userId }: TrackerMessage,
  { identify }: MessageMapping,
  definition: DomainDefinition,
): MappedMessage {
  if (identify === null && userId === null) return { into: 'nothing' };
  const mapped =
    identify === null
      ? { body: knownTraits(row.traits, userId, definition) }
      : applyMapping(withRates(identify, definition.domain, ratesIn(definition)), row, 1);
  if ('rejected' in mapped) return faulty(mapped.rejected);
  const given = { ...mapped.body, domain: definition.domain };
  const request = UpsertUserRequest.safeParse(given);
  if (Buffer.byteLength(request.data?.context ?? '') > MAX_TEXT_BYTES)
    return faulty(`context: has more than ${MAX_TEXT_BYTES} bytes of UTF-8`);
  if (request.success) return { into: 'people', request: request.data };
  return faulty(explain(request.error, given));
}

/** The traits that are fields of the domain. */
function knownTraits(traits: unknown, userId: string | null, { fields }: DomainDefinition) {
  const given = isRow(traits) ? traits : {};
  const known = fields
    .filter(({ name }) => Object.hasOwn(given, name))
    .map(({ name }) => [name, given[name]]);
  return { user_id: userId, fields: Object.fromEntries(known) };
}

const faulty = (message: string) => ({ into: 'fault', fault: { code: 'invalid_request', message } }) as const;

export function explain(error: z.core.$ZodError, value: unknown): string {
  return rowIssues(error, value)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('; ');
}
