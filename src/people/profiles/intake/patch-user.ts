/**
 * PATCH /users/{user_id}: changes the client's values, and nothing else. A value that is taken away uncovers
 * the one that a text or feedback gave. A field that the patch does not name keeps its value and its
 * provenance.
 */
import { personBlocked } from '../../../contract/blocked.ts';
import type { TenantId } from '../../../contract/brands.ts';
import { MAX_FIELDS, MAX_FILTERS, MIB } from '../../../contract/common.ts';
import { apiError, invalidRequest } from '../../../contract/errors.ts';
import { pathText } from '../../../contract/issue-message.ts';
import { passedBound } from '../../../contract/json-bounds.ts';
import type { UserRecord } from '../../../contract/user.ts';
import { type DomainDefinition, fieldNamed, schemaVersion } from '../../../domains/definition.ts';
import { isNoValue, statedPreferences } from '../../../domains/no-value.ts';
import { parsePreferences } from '../../../domains/parse-filter.ts';
import type { Layer } from '../../../platform/storage/profile-row.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import type { PatchCall } from '../profile-service.ts';
import { type JsonObject, mergeObject } from '../record/merge-patch.ts';
import { contentOf, type RecordContent } from '../record/next-row.ts';
import { profileKey } from '../record/profile-key.ts';
import { unknownUser } from '../record/unknown-user.ts';
import { validateFields } from '../record/validate-fields.ts';
import { writeOf } from './apply-upsert.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { readState, refuseBlocked, shownRecord } from './upsert-users.ts';

export async function patchUser(
  dependencies: ProfileDependencies,
  oneAtATime: OneAtATime,
  tenant: TenantId,
  { user_id: userId, domain, fields, preferences }: PatchCall,
): Promise<UserRecord> {
  await refuseBlocked(dependencies, tenant, userId);
  const { definition } = await dependencies.domainFor(tenant, domain);
  const nowMs = dependencies.clock();
  const at = new Date(nowMs).toISOString();
  const given = fields == null ? null : validateFields(definition, fields, at).client;
  return oneAtATime.run(profileKey(tenant, domain, userId), async () => {
    const stored = await readState(dependencies, tenant, {
      ...{ definition, userId, texts: null, record: null, merge: false, depth: 'full' as const },
    });
    if (stored.row === null) throw unknownUser(userId, `in ${domain}`);
    let content = contentOf(stored.row);
    if (fields !== undefined) content = patchedFields(definition, content, fields, given ?? {});
    if (preferences !== undefined) {
      const patched = patchedPreferences(content.given ?? {}, preferences);
      parsePreferences(definition, patched, dependencies.resolvePlace);
      const isSame = JSON.stringify(patched) === JSON.stringify(content.given ?? {});
      if (!isSame) content = { ...content, given: patched, givenAt: at };
    }
    const change = {
      ...{ definition, schemaVersion: schemaVersion(definition), userId, nowMs },
      ...{ texts: null, depth: 'full' as const, merge: false, replace: false },
    };
    const write = await writeOf(dependencies, tenant, change, content, stored);
    const record = await shownRecord(dependencies, definition, write, stored.vectors, []);
    const [result] = await dependencies.store.profiles.write([write]);
    if (result === 'blocked') throw personBlocked(userId);
    return result === 'conflict' ? 'conflict' : record;
  });
}

/** `layer`: the values of the patch, validated. */
function patchedFields(
  definition: DomainDefinition,
  content: RecordContent,
  patch: JsonObject | null,
  layer: Layer,
): RecordContent {
  if (patch === null) return { ...content, layers: { ...content.layers, client: {} }, extras: {} };
  const named = (key: string) => fieldNamed(definition, key) !== undefined;
  const gone = new Set(Object.keys(patch).filter((key) => named(key) && isNoValue(patch[key])));
  const kept = Object.entries(content.layers.client).filter(([key]) => !gone.has(key));
  const client = { ...Object.fromEntries(kept), ...layer };
  const others = Object.fromEntries(Object.entries(patch).filter(([key]) => !named(key)));
  const extras = mergeObject(content.extras, others);
  boundKeys('fields', Object.keys(client).length + Object.keys(extras).length, MAX_FIELDS);
  if (Object.keys(others).length > 0) boundExtras(extras);
  return { ...content, layers: { ...content.layers, client }, extras };
}

function patchedPreferences(preferences: JsonObject, patch: JsonObject | null): JsonObject {
  if (patch === null) return {};
  const merged = mergeObject(preferences, patch);
  // A condition that has lost its last bound is none.
  const patched = statedPreferences(
    Object.fromEntries(Object.entries(merged).filter(([, value]) => JSON.stringify(value) !== '{}')),
  );
  boundKeys('preferences', Object.keys(patched).length, MAX_FILTERS);
  return patched;
}

function boundKeys(path: string, keys: number, most: number): void {
  if (keys <= most) return;
  const message = `would have ${keys} keys with those that are stored; at most ${most} are kept. Take some away with null`;
  throw invalidRequest([{ path, message }]);
}

/** Many patches together have the bounds of one body. */
const MAX_EXTRAS_BYTES = 8 * MIB;

function boundExtras(extras: JsonObject): void {
  const json = Buffer.from(JSON.stringify(extras));
  if (json.length > MAX_EXTRAS_BYTES)
    throw apiError(
      'payload_too_large',
      `The extras would have ${json.length} bytes of JSON with those that are stored; at most ${MAX_EXTRAS_BYTES} are kept. Take some away with null.`,
      { bytes: json.length, limit: MAX_EXTRAS_BYTES },
    );
  const passed = passedBound(json);
  if (passed === undefined) return;
  throw invalidRequest([
    { path: pathText(['fields', ...passed.path]), message: `with what is stored it ${passed.message}` },
  ]);
}
