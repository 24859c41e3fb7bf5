/** Rows for tests, complete and plain. A test passes in the properties that matter to it. */
import { tenantId } from '../../../contract/brands.ts';
import { noPreferences } from '../../../domains/filter.ts';
import type { ContextItem, ProfileRow, ProfileVector, ProfileWrite } from '../profile-row.ts';
import { quantizeFinely, quantizeVector } from '../quantized-vector.ts';

export const ALPHA = tenantId('ten_alpha');
export const BETA = tenantId('ten_beta');
const AT = '2026-01-02T03:04:05.678Z';

function sampleRow(userId: string, overrides: Partial<ProfileRow> = {}): ProfileRow {
  return {
    tenantId: ALPHA,
    domain: 'dating',
    userId,
    schemaVersion: 'dating.v1',
    layers: {
      client: {
        age: { value: 31, provenance: { source: 'fields', extractor: 'client', confidence: 1, at: AT } },
      },
      feedback: {},
      extracted: {},
    },
    fields: { age: 31 },
    derived: { attachment_style: 'secure' },
    extras: { 'shoe size': 41, nested: { a: [1, null, 'x'] } },
    places: {
      location: {
        key: 'geonames:2267057',
        name: 'Lisbon, Portugal',
        country: 'PT',
        lat: 38.71667,
        lon: -9.13333,
      },
    },
    preferences: {
      given: { age: { gte: 25 } },
      givenAt: AT,
      extracted: {},
      extractedProvenance: {},
      effective: noPreferences,
    },
    missingRequired: ['gender'],
    complete: false,
    createdAt: AT,
    updatedAt: AT,
    lastEnrichedAt: null,
    revision: 0,
    ...overrides,
  };
}

export function sampleWrite(
  userId: string,
  row: Partial<ProfileRow> = {},
  rest: Partial<Omit<ProfileWrite, 'row'>> = {},
): ProfileWrite {
  return {
    row: sampleRow(userId, row),
    contextItems: [],
    vectors: [],
    dropVectors: [],
    refreshDueAtMs: null,
    ...rest,
  };
}

export function sampleContextItem(contextId: string, overrides: Partial<ContextItem> = {}): ContextItem {
  return {
    contextId,
    source: 'chat',
    content: 'I like long walks, and «quotes» — 😀.',
    contentHash: 'a'.repeat(64),
    minhash: Uint32Array.from({ length: 64 }, (_, position) => (position * 2_654_435_761) >>> 0),
    createdAt: AT,
    ...overrides,
  };
}

export function sampleVector(domain: string, overrides: Partial<ProfileVector> = {}): ProfileVector {
  const vector = (seed: number) => Float32Array.from({ length: 256 }, (_, d) => Math.sin(d * seed + seed));
  return {
    domain,
    sourceDomain: domain,
    encoderId: 'test@1#00000000',
    vector: quantizeFinely(vector(1)),
    sentences: [
      { text: 'First sentence.', vector: quantizeVector(vector(2)) },
      { text: 'Second — 😀.', vector: quantizeVector(vector(3)) },
    ],
    from: ['values_text'],
    at: AT,
    ...overrides,
  };
}
