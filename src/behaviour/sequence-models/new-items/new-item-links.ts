/**
 * The links of new items to the items of a model, made once for each item and model and kept in memory. The
 * first need of a model reads the texts of its dataset and encodes them.
 */
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../../../contract/brands.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { NewItemStore } from '../../../platform/storage/new-item-store.ts';
import { itemOfAppended } from '../../datasets/appends/appended-line.ts';
import type { ItemRow } from '../../datasets/rows/dataset-row.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import type { EncodeTexts } from '../adaptation/item-texts.ts';
import type { NewRow } from '../filters/item-filters.ts';
import { type KnownContents, knownContents, linkByContent } from './link-by-content.ts';
import type { LinkedItem } from './rank-new-items.ts';

type LinkedRow = Pick<LinkedItem, 'neighbours'> & NewRow;

export interface NewItemLinksParts {
  readonly artifacts: ArtifactStore;
  readonly newItems: Pick<NewItemStore, 'lines'>;
  readonly encode: EncodeTexts;
}

export interface NewItemLinks {
  /** By id, with the values of the item; one whose text says nothing has no neighbours. */
  of(tenant: TenantId, dataset: Dataset, itemIds: readonly string[]): Promise<ReadonlyMap<string, LinkedRow>>;
}

interface KnownTexts {
  readonly itemIds: readonly string[];
  readonly contents: KnownContents;
}

/** Bounds the memory and the time: later items of a dataset are no neighbours. */
const MAX_KNOWN = 50_000;
const MAX_DATASETS = 2;
const MAX_LINKS = 10_000;
const TEXTS_AT_ONCE = 256;

export function createNewItemLinks(parts: NewItemLinksParts): NewItemLinks {
  const known = new LRUCache<string, Promise<KnownTexts>>({ max: MAX_DATASETS });
  const links = new LRUCache<string, LinkedRow>({ max: MAX_LINKS });

  function knownOf(dataset: Dataset): Promise<KnownTexts> {
    const key = `${dataset.tenantId}/${dataset.datasetId}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const reading = readKnown(parts, dataset);
    known.set(key, reading);
    reading.catch(() => known.delete(key));
    return reading;
  }

  async function link(tenant: TenantId, dataset: Dataset, itemIds: readonly string[]): Promise<void> {
    const lines = await parts.newItems.lines(tenant, dataset.name, itemIds);
    const given = itemIds.filter((id) => lines.has(id));
    const { itemIds: ids, contents } = await knownOf(dataset);
    const rows = given.map((id) => itemOfAppended(lines.get(id)!));
    const vectors = await encodeAll(
      parts.encode,
      rows.map(({ text }) => text),
    );
    for (const [at, id] of given.entries()) {
      const found = linkByContent(vectors[at]!, contents);
      const neighbours = Array.from(found?.neighbours ?? [], (row, n) => {
        return { itemId: ids[row]!, weight: found!.weights[n]! };
      });
      links.set(keyOf(tenant, dataset, id), { neighbours, ...valuesOf(rows[at]!) });
      // Each link reads the whole catalogue; other requests go on in between.
      await new Promise(setImmediate);
    }
  }

  return {
    async of(tenant, dataset, itemIds) {
      const missing = itemIds.filter((id) => !links.has(keyOf(tenant, dataset, id)));
      if (missing.length > 0) await link(tenant, dataset, missing);
      return new Map(itemIds.map((id) => [id, links.get(keyOf(tenant, dataset, id)) ?? unlinked]));
    },
  };
}

/** An item that was removed meanwhile. */
const unlinked: LinkedRow = { neighbours: [], attributes: {}, createdAtMs: Number.NaN };

function valuesOf({ attributes, createdAtMs }: ItemRow): NewRow {
  return {
    attributes: attributes === null ? {} : (JSON.parse(attributes) as NewRow['attributes']),
    createdAtMs: createdAtMs ?? Number.NaN,
  };
}

const keyOf = (tenant: TenantId, { datasetId }: Dataset, itemId: string) =>
  JSON.stringify([tenant, datasetId, itemId]);

async function readKnown({ artifacts, encode }: NewItemLinksParts, dataset: Dataset): Promise<KnownTexts> {
  const itemIds: string[] = [];
  const texts: string[] = [];
  for await (const batch of (await readSnapshot(artifacts, dataset)).items()) {
    itemIds.push(...batch.itemIds);
    texts.push(...batch.texts);
    if (itemIds.length >= MAX_KNOWN) break;
  }
  const vectors = await encodeAll(encode, texts.slice(0, MAX_KNOWN));
  return { itemIds: itemIds.slice(0, MAX_KNOWN), contents: knownContents(vectors) };
}

async function encodeAll(encode: EncodeTexts, texts: readonly string[]): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE)
    vectors.push(...(await encode(texts.slice(from, from + TEXTS_AT_ONCE))));
  return vectors;
}
