/** The rows of a connector become people, texts, outcomes, or events of a dataset. */
import type { z } from 'zod';
import type { TenantId } from '../../../contract/brands.ts';
import { DatasetEvent } from '../../../contract/dataset.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import { FeedbackItem } from '../../../contract/feedback.ts';
import { rowIssues } from '../../../contract/issue-message.ts';
import { AppendContextRequest, UpsertUserRequest } from '../../../contract/user.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { applyMapping } from '../../../platform/intake/mapping/mapping.ts';
import { Mapping } from '../../../platform/intake/mapping/mapping-schema.ts';
import { applyRowMapping, rowMapping } from '../../../platform/intake/mapping/row-mapping.ts';
import type { Row } from '../../../platform/intake/mapping/source-row.ts';
import { ratesIn, withRates } from '../../../platform/intake/mapping/with-rates.ts';
import { datasetNamed } from '../../ingest/dataset-named.ts';
import { explain } from '../../ingest/map-message.ts';
import { eventValues, feedbackValues } from '../../ingest/message-mapping.ts';
import type { RowFault, RowOutcome } from '../../ingest/row-outcome.ts';
import { writeContext, writeEvents, writeFeedback, writePeople } from '../../ingest/write-rows.ts';
import type { OpenIngest } from '../cli-actions.ts';
import { UsageError } from '../usage-error.ts';
import type { Connector } from './connector-file.ts';
import type { SourceRecord } from './source.ts';

export interface RowSink {
  /** Tells what the row becomes; writes nothing. */
  describe(record: SourceRecord): { readonly row: unknown } | { readonly fault: RowFault };
  /** An outcome a record, in order. The same records may be written again. */
  write(records: readonly SourceRecord[]): Promise<readonly RowOutcome[]>;
}

interface SinkParts<Body> {
  readonly schema: z.ZodType<Body>;
  readonly toBody: (record: Extract<SourceRecord, { readonly row: Row }>) => MappedBody;
  readonly write: (rows: readonly Ready<Body>[]) => Promise<readonly RowOutcome[]>;
}
type MappedBody = { readonly body: unknown } | { readonly rejected: string };
interface Ready<Body> {
  readonly id: string;
  readonly row: Body;
}

/** Throws where the file names a domain or dataset that is not there, or its mapping has a fault. */
export async function openSink(opened: OpenIngest, tenant: TenantId, connector: Connector): Promise<RowSink> {
  const { profiles, learn, appends, store } = opened;
  const { into, name } = connector;
  if (into === 'events') {
    const dataset = await datasetNamed(store.datasets, tenant, connector.dataset!);
    return sinkOf({
      schema: DatasetEvent,
      toBody: toValues(connector, eventValues, (id, values) => ({ event_id: id, ...values })),
      write: (rows) =>
        writeEvents(
          appends,
          tenant,
          dataset,
          rows.map(({ row }) => row),
        ),
    });
  }
  const domain =
    connector.domain ?? domainOfMapping(connector) ?? (await opened.accounts.defaultDomain(tenant));
  const { definition } = await opened.accounts.domainFor(tenant, domain);
  if (into === 'people') return peopleSink(opened, tenant, definition, connector);
  if (into === 'context')
    return sinkOf({
      schema: AppendContextRequest,
      toBody: toValues(connector, ['user_id', 'content', 'source'], (_, values) => {
        return { source: 'event', ...values, domain };
      }),
      write: (rows) =>
        writeContext(
          profiles,
          tenant,
          rows.map(({ row }) => row),
        ),
    });
  return sinkOf({
    schema: FeedbackItem,
    toBody: toValues(connector, feedbackValues, (_, values) => values),
    write: (rows) => {
      const claimed = rows.map(({ id, row: item }) => ({ item, claim: claimOf(name, id, item) }));
      return writeFeedback(learn, { tenant, domain, keyId: null }, claimed);
    },
  });
}

/** Route of the idempotency keys of a connector's rows; the next checkpoint frees them. */
export const claimRoute = (name: string) => `connector ${name}`;
const YEAR_MS = 365 * 24 * 3_600_000;

function claimOf(name: string, key: string, { seeker_id, candidate_id }: FeedbackItem) {
  return {
    ...{ route: claimRoute(name), key, fingerprint: '', people: [seeker_id, candidate_id] },
    ...{ nowMs: Date.now(), ttlMs: YEAR_MS, answer: { status: 200, body: '{}', requestId: '' } },
  };
}

function peopleSink(
  { profiles }: OpenIngest,
  tenant: TenantId,
  definition: DomainDefinition,
  { mapping: given }: Connector,
): RowSink {
  const { domain } = definition;
  const mapping = given === null ? null : withRates(parsed(Mapping, given), domain, ratesIn(definition));
  return sinkOf({
    schema: UpsertUserRequest,
    toBody: ({ row, decimal }) => {
      if (mapping === null) return { body: { ...row, domain } };
      const mapped = applyMapping(mapping, row, 1, decimal);
      return 'rejected' in mapped ? mapped : { body: { ...mapped.body, domain } };
    },
    write: (rows) => {
      const merge = mapping?.repeated === 'merge';
      const calls = rows.map(({ row }) => ({ ...row, merge, reading: 'fast' as const }));
      return writePeople(profiles, tenant, calls);
    },
  });
}

function toValues(
  { mapping: given }: Connector,
  names: readonly string[],
  complete: (id: string, values: Row) => unknown,
): SinkParts<unknown>['toBody'] {
  const mapping = given === null ? null : parsed(rowMapping(names), given);
  return ({ id, row }) => {
    if (mapping === null) return { body: complete(id, row) };
    const mapped = applyRowMapping(mapping, row, 1);
    return 'rejected' in mapped ? mapped : { body: complete(id, mapped.values) };
  };
}

function domainOfMapping({ into, mapping }: Connector): string | undefined {
  return into === 'people' && typeof mapping?.domain === 'string' ? mapping.domain : undefined;
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { message } = invalidRequest(rowIssues(result.error, value));
  throw new UsageError(`The mapping of the connector: ${message}`);
}

function sinkOf<Body>({ schema, toBody, write }: SinkParts<Body>): RowSink {
  const prepare = (record: SourceRecord): Ready<Body> | { readonly fault: RowFault } => {
    if ('fault' in record) return faulty(record.fault);
    const mapped = toBody(record);
    if ('rejected' in mapped) return faulty(mapped.rejected);
    const result = schema.safeParse(mapped.body);
    if (result.success) return { id: record.id, row: result.data };
    return faulty(explain(result.error, mapped.body));
  };
  return {
    describe: prepare,
    async write(records) {
      const prepared = records.map(prepare);
      const ready = prepared.filter((each) => 'row' in each);
      const written = ready.length === 0 ? [] : await write(ready);
      const outcomes = new Map(ready.map((each, at) => [each, written[at]!]));
      return prepared.map((each) => ('fault' in each ? each.fault : outcomes.get(each)!));
    },
  };
}

const faulty = (message: string) => ({ fault: { code: 'invalid_request', message } }) as const;
