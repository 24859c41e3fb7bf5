/** Encodes profiles, context items and profile vectors as table rows, and decodes them. */
import { tenantId } from '../../../../contract/brands.ts';
import type { ContextItem, ProfileRow, ProfileVector, ProfileWrite, TextsToRead } from '../../profile-row.ts';
import type { QuantizedVector } from '../../quantized-vector.ts';
import type { Tables } from '../tables.generated.ts';
import { termsOf } from './terms-of.ts';

/** `revision`: the one to store. */
export function encodeProfile(row: ProfileRow, revision: number): Tables['profiles'] {
  return {
    tenant_id: row.tenantId,
    domain: row.domain,
    user_id: row.userId,
    schema_version: row.schemaVersion,
    fields: JSON.stringify(row.fields),
    derived: JSON.stringify(row.derived),
    places: JSON.stringify(row.places),
    layers: JSON.stringify(row.layers),
    extras: JSON.stringify(row.extras),
    preferences: JSON.stringify(row.preferences),
    missing_required: JSON.stringify(row.missingRequired),
    complete: row.complete ? 1 : 0,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    last_enriched_at: row.lastEnrichedAt,
    revision,
    terms: termsOf(row),
  };
}

/** Matching never reads `layers`, `extras` and `missingRequired`, so they are parsed at the first use. */
export function decodeProfile(stored: Tables['profiles']): ProfileRow {
  let layers: ProfileRow['layers'] | undefined;
  let extras: ProfileRow['extras'] | undefined;
  let missingRequired: ProfileRow['missingRequired'] | undefined;
  return {
    tenantId: tenantId(stored.tenant_id),
    domain: stored.domain,
    userId: stored.user_id,
    schemaVersion: stored.schema_version,
    get layers() {
      layers ??= JSON.parse(stored.layers) as ProfileRow['layers'];
      return layers;
    },
    fields: JSON.parse(stored.fields),
    derived: JSON.parse(stored.derived),
    get extras() {
      extras ??= JSON.parse(stored.extras) as ProfileRow['extras'];
      return extras;
    },
    places: JSON.parse(stored.places),
    preferences: JSON.parse(stored.preferences),
    get missingRequired() {
      missingRequired ??= JSON.parse(stored.missing_required) as ProfileRow['missingRequired'];
      return missingRequired;
    },
    complete: stored.complete === 1,
    createdAt: stored.created_at,
    updatedAt: stored.updated_at,
    lastEnrichedAt: stored.last_enriched_at,
    revision: Number(stored.revision),
  };
}

export function encodeContextItem(row: ProfileWrite['row'], item: ContextItem): Tables['context_items'] {
  return {
    tenant_id: row.tenantId,
    domain: row.domain,
    user_id: row.userId,
    context_id: item.contextId,
    source: item.source,
    content: item.content,
    content_hash: item.contentHash,
    minhash: bytesOf(item.minhash),
    created_at: item.createdAt,
  };
}

export function decodeContextItem(stored: Tables['context_items']): ContextItem {
  return {
    contextId: stored.context_id,
    source: stored.source,
    content: stored.content,
    contentHash: stored.content_hash,
    minhash: new Uint32Array(Uint8Array.from(stored.minhash).buffer),
    createdAt: stored.created_at,
  };
}

export function encodeTextsToRead({
  texts,
  before,
}: TextsToRead): Pick<Tables['rows_to_read'], 'texts' | 'values_before'> {
  return { texts: JSON.stringify(texts), values_before: before === null ? null : JSON.stringify(before) };
}

export function decodeTextsToRead(
  stored: Pick<Tables['rows_to_read'], 'texts' | 'values_before'>,
): TextsToRead {
  const { texts, values_before: before } = stored;
  return { texts: JSON.parse(texts), before: before === null ? null : JSON.parse(before) };
}

export function encodeProfileVector(
  tenant: string,
  userId: string,
  profileVector: ProfileVector,
): Tables['heads'] {
  const dimension = profileVector.vector.codes.length;
  const sentenceCodes = new Uint8Array(dimension * profileVector.sentences.length);
  profileVector.sentences.forEach(({ vector }, position) => {
    if (vector.codes.length !== dimension) {
      throw new Error(
        `sentence vector of ${vector.codes.length} dimensions in a profile vector of ${dimension}`,
      );
    }
    sentenceCodes.set(bytesOf(vector.codes), position * dimension);
  });
  return {
    tenant_id: tenant,
    user_id: userId,
    head: profileVector.domain,
    source_domain: profileVector.sourceDomain,
    encoder_id: profileVector.encoderId,
    codes: bytesOf(profileVector.vector.codes),
    scale: profileVector.vector.scale,
    halves: profileVector.vector.halves ?? null,
    sentences: JSON.stringify(
      profileVector.sentences.map(({ text, vector }) => ({ text, scale: vector.scale })),
    ),
    sentence_codes: sentenceCodes,
    made_from: JSON.stringify(profileVector.from),
    made_at: profileVector.at,
  };
}

export function decodeProfileVector(stored: Omit<Tables['heads'], 'tenant_id' | 'user_id'>): ProfileVector {
  const vector = decodeVector(stored);
  const { codes } = vector;
  const sentenceCodes = signed(stored.sentence_codes);
  const sentences = JSON.parse(stored.sentences) as { text: string; scale: number }[];
  return {
    domain: stored.head,
    sourceDomain: stored.source_domain,
    encoderId: stored.encoder_id,
    vector,
    sentences: sentences.map(({ text, scale }, position) => ({
      text,
      vector: {
        codes: sentenceCodes.subarray(position * codes.length, (position + 1) * codes.length),
        scale,
      },
    })),
    from: JSON.parse(stored.made_from),
    at: stored.made_at,
  };
}

export function decodeVector({
  codes,
  scale,
  halves,
}: Pick<Tables['heads'], 'codes' | 'scale' | 'halves'>): QuantizedVector {
  const coarse = { codes: signed(codes), scale };
  return halves === null ? coarse : { ...coarse, halves: bytesOf(halves) };
}

function bytesOf(view: Uint32Array | Int8Array | Uint8Array): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
