/**
 * Events of Snowplow's tracker protocol, as messages in the form of Segment's. A structured event has its action
 * as name, a self-describing one the name of its schema (`link_click`), and a page view is `page_view`. Entities of
 * the context stand under `context` by the name of their schema.
 */
import { parseJsonBody } from '../../contract/parse-json-body.ts';
import { isRow, type Row } from '../../platform/intake/mapping/source-row.ts';

const schemaName = /^iglu:[^/]+\/([^/]+)\//;

/** A message as `readMessage` takes it; events of another kind keep their code as type, which is ignored. */
export async function snowplowMessage(value: unknown): Promise<unknown> {
  if (!isRow(value)) return value;
  const common = {
    messageId: value.eid,
    userId: value.uid,
    anonymousId: value.duid ?? value.nuid,
    timestamp: timeOf(value.ttm ?? value.dtm),
    context: {
      app_id: value.aid,
      platform: value.p,
      page: { url: value.url, title: value.page },
      ...(await entities(value)),
    },
  };
  const named = await nameOf(value);
  if (named === null) return { ...common, type: typeof value.e === 'string' ? value.e : undefined };
  return { ...common, type: 'track', ...named };
}

async function nameOf(row: Row): Promise<{ readonly event: unknown; readonly properties: unknown } | null> {
  if (row.e === 'pv') return { event: 'page_view', properties: { url: row.url, title: row.page } };
  if (row.e === 'se') {
    const { se_ca: category, se_ac: event, se_la: label, se_pr: property, se_va: value } = row;
    return { event, properties: { category, action: event, label, property, value } };
  }
  if (row.e !== 'ue') return null;
  const wrapped = await decoded(row.ue_px, row.ue_pr);
  const inner = isRow(wrapped) ? wrapped.data : undefined;
  if (!isRow(inner)) return { event: undefined, properties: undefined };
  return { event: schemaName.exec(String(inner.schema))?.[1], properties: inner.data };
}

async function entities(row: Row): Promise<Row> {
  const wrapped = await decoded(row.cx, row.co);
  const list = isRow(wrapped) && Array.isArray(wrapped.data) ? wrapped.data : [];
  return Object.fromEntries(
    list.filter(isRow).map(({ schema, data }) => [schemaName.exec(String(schema))?.[1] ?? 'unknown', data]),
  );
}

/** JSON in base64 or as it is, with the bounds of a body; undefined: none, or broken. */
async function decoded(base64: unknown, text: unknown): Promise<unknown> {
  const json = typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString() : text;
  return typeof json === 'string' ? parseJsonBody(Buffer.from(json)).catch(() => undefined) : undefined;
}

function timeOf(ms: unknown): unknown {
  const number = Number(ms);
  const isTime = ms !== undefined && ms !== null && Math.abs(number) <= 8.64e15;
  return isTime ? new Date(number).toISOString() : undefined;
}
