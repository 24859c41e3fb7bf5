/** The meanings that a workspace gives to messages: the stored JSON, read into mappings of rows. */
import { z } from 'zod';
import { invalidRequest } from '../../contract/errors.ts';
import { rowIssues } from '../../contract/issue-message.ts';
import type { MessageMappingRequest } from '../../contract/message.ts';
import { Mapping } from '../../platform/intake/mapping/mapping-schema.ts';
import { type RowMapping, rowMapping } from '../../platform/intake/mapping/row-mapping.ts';

export const feedbackValues = ['seeker_id', 'candidate_id', 'outcome', 'weight', 'match_id'];
export const eventValues = 'event_id person_id session_id item_id kind timestamp value basket_id'.split(' ');

/** The values that a rule does not name. */
const defaults = {
  feedback: { seeker_id: 'userId' },
  events: {
    event_id: 'messageId',
    person_id: 'userId',
    session_id: 'anonymousId',
    item_id: { first: ['properties.item_id', 'properties.product_id'] },
    kind: 'event',
    timestamp: 'timestamp',
  },
} as const;

const Events = z.union([z.string(), z.array(z.string())]).transform((names) => [names].flat());

const FeedbackRule = z.looseObject({
  into: z.literal('feedback'),
  event: Events,
  domain: z.string().optional(),
});
const EventRule = z.looseObject({ into: z.literal('events'), event: Events, dataset: z.string() });

export type TrackRule =
  | { readonly into: 'feedback'; readonly domain: string | undefined; readonly mapping: RowMapping }
  | { readonly into: 'events'; readonly dataset: string; readonly mapping: RowMapping };

export interface MessageMapping {
  /** null: the traits that are fields of the only domain. */
  readonly identify: Mapping | null;
  /** By the name of the event. */
  readonly track: ReadonlyMap<string, TrackRule>;
}

/** Throws 400 `invalid_request` with the path of every fault. */
export function readMessageMapping({ identify, track }: MessageMappingRequest): MessageMapping {
  const rules = new Map<string, TrackRule>();
  for (const [at, given] of track.entries()) {
    const [events, rule] = readRule(given, `track[${at}]`);
    for (const event of events) if (!rules.has(event)) rules.set(event, rule);
  }
  if (identify === undefined) return { identify: null, track: rules };
  return { identify: parsed(Mapping, { user_id: 'userId', ...identify }, 'identify'), track: rules };
}

function readRule(
  entry: MessageMappingRequest['track'][number],
  path: string,
): [readonly string[], TrackRule] {
  if (entry.into === 'feedback') {
    const { into, event, domain, ...values } = parsed(FeedbackRule, entry, path);
    const mapping = parsed(rowMapping(feedbackValues), { ...defaults.feedback, ...values }, path);
    return [event, { into, domain, mapping }];
  }
  const { into, event, dataset, ...values } = parsed(EventRule, entry, path);
  const mapping = parsed(rowMapping(eventValues), { ...defaults.events, ...values }, path);
  return [event, { into, dataset, mapping }];
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidRequest(
    rowIssues(result.error, value).map((issue) => ({
      path: issue.path === '' ? path : `${path}.${issue.path}`,
      message: issue.message,
    })),
  );
}
