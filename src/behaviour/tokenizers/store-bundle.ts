/** Stores the bundle of a tokenizer and returns the metadata for its row. */

import type { TenantId } from '../../contract/brands.ts';
import { newUlid } from '../../contract/new-id.ts';
import { artifactKey } from '../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import type { TokenizerMade } from '../../platform/storage/tokenizer-store.ts';
import type { TokenizerBundle } from './bundle/bundle.ts';
import { encoderNames } from './fit/fit-tokenizer.ts';

/**
 * `bytes`: the written bundle. The file name is unique, since an attempt that lost its job may have left a
 * file.
 */
export async function storeBundle(
  artifacts: ArtifactStore,
  tenant: TenantId,
  tokenizerId: string,
  bundle: TokenizerBundle,
  bytes: Uint8Array,
  readyAt: string,
): Promise<TokenizerMade> {
  const key = artifactKey(tenant, 'tokenizers', tokenizerId, `bundle-${newUlid()}.tar.gz`);
  const writer = await artifacts.create(key);
  try {
    await writer.write(bytes);
    const file = await writer.commit();
    return { ...madeOf(bundle), file, readyAt };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function madeOf(bundle: TokenizerBundle): Omit<TokenizerMade, 'file' | 'readyAt'> {
  const { layout, quantizer, progressiveMasking, itemIds, utilization, collisionRate, diagnostics } = bundle;
  return {
    layout: { levels: layout.sizes.length, resolution: layout.resolution, baseSize: layout.baseSize },
    quantizer: quantizer?.kind ?? null,
    progressiveMasking,
    ...encoderNames(bundle),
    itemCount: itemIds.length,
    utilization,
    collisionRate,
    diagnostics,
  };
}
