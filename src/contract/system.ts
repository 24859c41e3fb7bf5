/**
 * Wire shape of the state of a running process, for its operator. Counts are since the start of the process.
 */
import { z } from 'zod';

const Count = z.int().min(0);
const Bytes = z.int().min(0);

const Latency = z
  .object({
    count: Count,
    mean_ms: z.number().nullable().describe('Null where nothing was measured, as the percentiles are.'),
    p50_ms: z.number().nullable().describe('Interpolated within its bucket.'),
    p90_ms: z.number().nullable(),
    p99_ms: z.number().nullable(),
    buckets: z.array(
      z.object({
        up_to_ms: z.number().nullable().describe('Null: without a bound.'),
        count: Count.describe('In this bucket alone.'),
      }),
    ),
  })
  .meta({ id: 'Latency' });

const IndexParts = z.record(z.string(), Bytes).describe('Bytes by part: columns, vectors, ids, …');

const IndexState = z
  .object({
    tenant_id: z.string(),
    tenant_name: z.string().nullable(),
    domain: z.string(),
    rows: Count,
    segments: Count,
    bytes: Bytes,
    parts: IndexParts,
    built: z.boolean().describe('False while it is first built.'),
    sequence: Count.describe('The last change of the feed that is in the index.'),
    behind: Count.describe(
      'Changes of all tenants since; an index that no match uses catches up with its next match.',
    ),
  })
  .meta({ id: 'IndexState' });

const RecentError = z
  .object({
    at: z.string(),
    status: z.int(),
    code: z.string(),
    method: z.string(),
    route: z.string().describe('The pattern of the route; `none` where no route matched.'),
    request_id: z.string(),
    tenant_id: z.string().nullable().describe('`operator` for a key of the operator; null without a key.'),
  })
  .meta({ id: 'RecentError' });

export const SystemState = z
  .object({
    version: z.string(),
    at: z.string(),
    started_at: z.string(),
    uptime_s: z.number(),
    memory: z.object({
      rss_bytes: Bytes,
      heap_used_bytes: Bytes,
      heap_total_bytes: Bytes,
      external_bytes: Bytes,
    }),
    event_loop: z
      .object({ window_s: z.number(), p50_ms: z.number(), p99_ms: z.number(), max_ms: z.number() })
      .describe('Delay of the event loop over the last seconds.'),
    requests: z.object({
      in_flight: Count,
      open_bodies: Count,
      by_status: z.array(z.object({ status: z.int(), count: Count })),
      routes: z
        .array(
          Latency.omit({ buckets: true }).extend({
            method: z.string(),
            route: z.string(),
            failed: Count.describe('Answers of 500 and above.'),
          }),
        )
        .describe('The 20 with the most requests.'),
    }),
    errors: z
      .array(RecentError)
      .describe('The latest 50 answers of 500 and above and the latest 50 of 400 to 499, newest first.'),
    stages: z.array(Latency.extend({ stage: z.string() })).describe('Stages of matches, in their order.'),
    degraded: z.array(z.object({ stage: z.string(), reason: z.string(), count: Count })),
    indexes: z.object({
      count: Count,
      rows: Count,
      bytes: Bytes,
      parts: IndexParts,
      limit_bytes: Bytes.describe('Memory that all indexes together may use.'),
      largest: z.array(IndexState).describe('The 100 largest.'),
      others: z.object({ count: Count, rows: Count, bytes: Bytes }),
    }),
    changes: z.object({
      last_sequence: Count.describe('The greatest sequence of the changes of a domain.'),
      most_behind: Count.describe('How far the last of the indexes is behind.'),
    }),
    encoders: z.object({
      serving: z.string().nullable(),
      target: z.string().nullable().describe('The encoder of a running switch.'),
      rows_left: Count,
      share: z.number().describe('Progress of the switch, 0 to 1; 1 where none is running.'),
    }),
    jobs: z.object({
      waiting: z
        .array(
          z.object({
            kind: z.string(),
            status: z.string(),
            count: Count,
            oldest_due_s: z.number().nullable().describe('How long the oldest one is due.'),
          }),
        )
        .describe('Queued and running jobs of all tenants.'),
      ended: z.array(z.object({ kind: z.string(), outcome: z.string(), count: Count })),
    }),
    models: z.object({ open: Count, bytes: Bytes }),
    language_model: z.object({
      questions: z.array(z.object({ outcome: z.string(), count: Count })),
      input_tokens: Count,
      output_tokens: Count,
      usd: z.number().describe('Spent since the start of the process.'),
    }),
    request_id: z.string(),
  })
  .meta({ id: 'SystemState' });
export type SystemState = z.output<typeof SystemState>;
export type Latency = z.output<typeof Latency>;
