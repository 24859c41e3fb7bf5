/**
 * Imports an exported bundle, or codes of another program. A bundle is stored unchanged, so its codes and its
 * next export are the same. It keeps its id if the id is free, since the id identifies its code space.
 */

import type { TenantId } from '../../contract/brands.ts';
import { MODALITIES } from '../../contract/tokenizer.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import type { Tokenizer, TokenizerStore } from '../../platform/storage/tokenizer-store.ts';
import { assignSuffixes } from '../semantic-ids/assign-suffixes.ts';
import { codebookLayout } from '../semantic-ids/codebook-layout.ts';
import type { TokenizerBundle } from './bundle/bundle.ts';
import { FaultyBundleError, readBundle } from './bundle/read-bundle.ts';
import { writeBundle } from './bundle/write-bundle.ts';
import { storeBundle } from './store-bundle.ts';

export interface ImportBundleParts {
  readonly tokenizers: Pick<TokenizerStore, 'add'>;
  readonly artifacts: ArtifactStore;
  /** Whether a tokenizer of any workspace has the id. */
  readonly isTaken: (tokenizerId: string) => Promise<boolean>;
  readonly newId: () => string;
  /** Epoch ms. */
  readonly clock: () => number;
}

const ownId = /^tok_[0-9a-z]{26}$/;

/** `name`: default the name in the bundle. Throws FaultyBundleError. */
export async function importBundle(
  parts: ImportBundleParts,
  tenant: TenantId,
  bytes: Uint8Array,
  name: string | null,
): Promise<Tokenizer> {
  const bundle = await readBundle(bytes);
  const isFree = ownId.test(bundle.tokenizerId) && !(await parts.isTaken(bundle.tokenizerId));
  return storeTokenizer(
    parts,
    tenant,
    isFree ? bundle.tokenizerId : parts.newId(),
    bundle,
    bytes,
    name ?? bundle.name,
  );
}

/** `{"item": ["<a_183>", "<b_70>"], …}`: the form of LETTER (Wang et al. 2024). Codes may also be numbers. */
export async function importCodes(
  parts: ImportBundleParts,
  tenant: TenantId,
  published: unknown,
  name: string,
): Promise<Tokenizer> {
  const tokenizerId = parts.newId();
  const createdAt = new Date(parts.clock()).toISOString();
  const bundle = bundleOfCodes({ tokenizerId, name, createdAt }, readCodes(published));
  return storeTokenizer(parts, tenant, tokenizerId, bundle, await writeBundle(bundle), name);
}

async function storeTokenizer(
  { tokenizers, artifacts, clock }: ImportBundleParts,
  tenantId: TenantId,
  tokenizerId: string,
  bundle: TokenizerBundle,
  bytes: Uint8Array,
  name: string,
): Promise<Tokenizer> {
  const now = new Date(clock()).toISOString();
  const made = await storeBundle(artifacts, tenantId, tokenizerId, bundle, bytes, now);
  const { progressiveMasking } = bundle;
  return tokenizers.add(
    {
      tenantId,
      tokenizerId,
      name,
      // The id of a dataset is valid only in its own installation.
      datasetId: null,
      modalities: MODALITIES.filter((modality) => bundle[modality] !== null),
      layout: made.layout,
      progressiveMasking,
      jobId: null,
      createdAt: now,
    },
    made,
  );
}

interface PublishedCodes {
  readonly itemIds: readonly string[];
  readonly levels: number;
  readonly codes: Uint16Array;
}

function readCodes(published: unknown): PublishedCodes {
  const entries = typeof published === 'object' && published !== null ? Object.entries(published) : [];
  const levels = Array.isArray(entries[0]?.[1]) ? entries[0][1].length : 0;
  if (levels < 1 || levels > 8)
    throw new FaultyBundleError(
      'expected an object of arrays of 1 to 8 codes, such as {"item": ["<a_183>", "<b_70>"]}',
    );
  const codes = new Uint16Array(entries.length * levels);
  for (const [row, [itemId, own]] of entries.entries()) {
    const read = Array.isArray(own) ? own.map(codeOf) : [];
    if (read.length !== levels || read.some((code) => !(code <= 0xffff)))
      throw new FaultyBundleError(
        `the item «${itemId.slice(0, 100)}» has not ${levels} codes of 0 to 65535, as the first item has`,
      );
    codes.set(read, row * levels);
  }
  return { itemIds: entries.map(([itemId]) => itemId), levels, codes };
}

/** NaN if it is not a code. */
function codeOf(code: unknown): number {
  if (typeof code === 'number') return Number.isInteger(code) && code >= 0 ? code : Number.NaN;
  return Number(/^<\w*?_(\d{1,5})>$/.exec(String(code))?.[1] ?? Number.NaN);
}

function bundleOfCodes(
  named: Pick<TokenizerBundle, 'tokenizerId' | 'name' | 'createdAt'>,
  { itemIds, levels, codes }: PublishedCodes,
): TokenizerBundle {
  const maxCode = codes.reduce((largest, code) => Math.max(largest, code), 1);
  const layout = codebookLayout(levels, 'uniform', 2 ** Math.ceil(Math.log2(maxCode + 1)));
  const suffixes = assignSuffixes(codes, levels);
  const used = layout.sizes.map((_, level) => new Set(codes.filter((_, at) => at % levels === level)).size);
  const colliding = suffixes.reduce((sum, suffix) => sum + (suffix > 0 ? 1 : 0), 0);
  return {
    ...named,
    datasetId: null,
    text: null,
    image: null,
    layout,
    quantizer: null,
    progressiveMasking: false,
    itemIds,
    codes,
    suffixes,
    contents: null,
    utilization: used.map((count, level) => count / layout.sizes[level]!),
    collisionRate: colliding / itemIds.length,
    diagnostics: {
      summary: `Codes that were made elsewhere, of ${itemIds.length} items in ${levels} levels; ${colliding} items need a suffix. Without codebooks, new items get no codes.`,
    },
  };
}
