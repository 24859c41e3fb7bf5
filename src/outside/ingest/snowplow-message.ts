/**
 * Events of Snowplow's tracker protocol, as messages in the form of Segment's. A structured event has its action
 * as name, a self-describing one the name of its schema (`link_click`), and a page view is `page_view`. Entities of
 * the context stand under `context` by the name of their schema.
 */
import { parseJsonBody } from '../../contract/parse-json-body.ts';
import { isRow, type Row } from '../../platform/intake/mapping/source-row.ts';

const schemaName = /^iglu:[^/]+\/([^/]+)\//;

/** A message as `readMessage` takes it; events of another kind keep their code as type, which is ignored. */
export async function snowplowMessage(given: unknown): Promise<unknown> {
  if (!isRow(given)) return given;
  const common = {
    messageId: given.eid,
    userId: given.uid,
    anonymousId: given.duid ?? given.nuid,
    timestamp: timeOf(given.ttm ?? given.dtm),
    context: {
      app_id: given.aid,
      platform: given.p,
      page: { url: given.url, title: given.page },
      ...(await entities(given)),
    },
  };
  const named = await nameOf(given);
  if (named === null) return { ...common, type: typeof given.e === 'string' ? given.e : undefined };
  return { ...common, type: 'track', ...named };
}

async function nameOf(given: Row): Promise<{ readonly event: unknown; readonly properties: unknown } | null> {
  if (given.e === 'pv') return { event: 'page_view', properties: { url: given.url, title: given.page } };
  if (given.e === 'se') {
    const { se_ca: category, se_ac: event, se_la: label, se_pr: property, se_va: value } = given;
    return { event, properties: { category, action: event, label, property, value } };
  }
  if (given.e !== 'ue') return null;
  const wrapped = await decoded(given.ue_px, given.ue_pr);
  const inner = isRow(wrapped) ? wrapped.data : undefined;
  if (!isRow(inner)) return { event: undefined, properties: undefined };
  return { event: schemaName.exec(String(inner.schema))?.[1], properties: inner.data };
}

async function entities(given: Row): Promise<Row> {
  const wrapped = await decoded(given.cx, given.co);
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
