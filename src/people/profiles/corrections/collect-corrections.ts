/**
 * Collects what clients say of what their people's texts say. Nothing is stored for it: a person's values and
 * texts are the examples, so an erasure takes them away. The newest texts are read again, without the client's
 * values, as they would be read today.
 */
import { createHmac } from 'node:crypto';
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import type { ExplainingExtractor } from '../../reading/compile-extractor.ts';
import type { ExampleText } from '../../reading/corrections/example.ts';
import { examplesOfClaims, type Stated } from '../../reading/corrections/examples-of-claims.ts';
import { examine } from '../../reading/network/decide-by-evidence.ts';
import type { DomainReader } from '../../reading/network/domain-reader.ts';
import { mapValues } from '../record/stored-record.ts';

const PAGE = 200;
const TEXTS_A_PERSON = 3;
/** A text takes some 50 ms. Where there are more people, a sample is drawn. */
const MOST_PEOPLE = 2000;
/** The first byte of a person's hash: below it the person is held out. A quarter is. */
const HELD_OUT_BELOW = 64;

export interface CollectParts {
  readonly profiles: Pick<ProfileStore, 'scan' | 'contextItems'>;
  readonly extractor: Pick<ExplainingExtractor, 'undecided'>;
  readonly reader: DomainReader;
  readonly resolvePlace: ResolvePlace;
  /** Keys the hash that holds people out, so that a person is always on the same side. */
  readonly secret: Uint8Array;
  readonly onProgress: (people: number, all: number) => void;
  readonly signal: AbortSignal;
}

export interface PersonTexts {
  readonly texts: readonly ExampleText[];
}

export interface Collected {
  /** With at least one example each. */
  readonly people: readonly PersonTexts[];
  /** With a text and a value of the client. */
  readonly found: number;
}

export async function collectCorrections(
  parts: CollectParts,
  tenant: TenantId,
  definition: DomainDefinition,
): Promise<Collected> {
  const all = await findPeople(parts, tenant, definition);
  const drawn = all.toSorted((a, b) => Buffer.compare(a.hash, b.hash)).slice(0, MOST_PEOPLE);
  const people: PersonTexts[] = [];
  for (const [at, person] of drawn.entries()) {
    parts.signal.throwIfAborted();
    const texts = await readPerson(parts, tenant, definition, person);
    if (texts.length > 0) people.push({ texts });
    parts.onProgress(at + 1, drawn.length);
  }
  return { people, found: all.length };
}

interface Corrected {
  readonly userId: string;
  readonly stated: Stated;
  readonly hash: Buffer;
}

async function findPeople(
  { profiles, secret }: CollectParts,
  tenant: TenantId,
  { domain, fields }: DomainDefinition,
): Promise<Corrected[]> {
  const read = new Set(fields.filter(({ kind }) => kind !== 'soft').map(({ name }) => name));
  const found: Corrected[] = [];
  for await (const page of profiles.scan(tenant, domain, PAGE)) {
    for (const { row } of page) {
      const stated = statedBy(row, read);
      if (row.lastEnrichedAt === null || stated === null) continue;
      const { userId } = row;
      const hash = createHmac('sha256', secret)
        .update(JSON.stringify([tenant, userId]))
        .digest();
      found.push({ userId, stated, hash });
    }
  }
  return found;
}

/** null: the client stated nothing that texts are read for. */
function statedBy({ layers, preferences }: ProfileRow, read: ReadonlySet<string>): Stated | null {
  const given = Object.fromEntries(Object.entries(layers.client).filter(([name]) => read.has(name)));
  if (Object.keys(given).length === 0 && preferences.given === null) return null;
  return { values: mapValues(given, ({ value }) => value), preferences: preferences.given };
}

async function readPerson(
  { profiles, extractor, reader, resolvePlace }: CollectParts,
  tenant: TenantId,
  definition: DomainDefinition,
  { userId, stated, hash }: Corrected,
): Promise<ExampleText[]> {
  const items = await profiles.contextItems(tenant, definition.domain, userId, TEXTS_A_PERSON);
  const isHeldOut = hash[0]! < HELD_OUT_BELOW;
  const texts: ExampleText[] = [];
  for (const { content, createdAt } of items) {
    const undecided = await extractor.undecided(content, Date.parse(createdAt));
    if (undecided === null || undecided.reading === null) continue;
    const examined = await examine(undecided, undecided.reading, reader);
    const examples = examplesOfClaims(definition, undecided, examined, stated, resolvePlace);
    if (examples.length > 0) texts.push({ examples, weight: 1 / items.length, isHeldOut });
  }
  return texts;
}
