/** The wire form of a tokenizer. */
import type { FitCatalogRequest, FitResult, TokenizerFields } from '../../contract/tokenizer.ts';
import type { StoredLayout, Tokenizer } from '../../platform/storage/tokenizer-store.ts';

export function tokenizerFields(tokenizer: Tokenizer): TokenizerFields {
  const { tokenizerId, name, datasetId, version, status, modalities, made, error } = tokenizer;
  const layout = made?.layout ?? tokenizer.layout;
  return {
    id: tokenizerId,
    tokenizer_id: tokenizerId,
    name,
    dataset_id: datasetId,
    version: `v${version}`,
    status,
    encoder: made?.textEncoder ?? null,
    image_encoder: made?.imageEncoder ?? null,
    modalities: [...modalities],
    semantic_levels: layout?.levels ?? null,
    codebook_size: layout?.baseSize ?? null,
    codebook: layout === null ? null : layoutFields(layout),
    codebook_utilization: [...(made?.utilization ?? [])],
    collision_rate: made?.collisionRate ?? null,
    suffix: 'collision_index',
    item_count: made?.itemCount ?? null,
    quantizer: made?.quantizer ?? null,
    progressive_masking: made?.progressiveMasking ?? tokenizer.progressiveMasking,
    created_at: tokenizer.createdAt,
    ready_at: made?.readyAt ?? null,
    diagnostics: made === null ? null : { ...made.diagnostics },
    error: error === null ? null : { ...error },
  };
}

function layoutFields({ levels, resolution, baseSize }: StoredLayout) {
  return { levels, resolution, base_size: baseSize };
}

/** The immediate answer to a fit with a catalogue. */
export function fitResult(
  { name, codebook }: FitCatalogRequest,
  job: { readonly jobId: string; readonly createdAt: string; readonly tokenizerId: string },
): Omit<FitResult, 'request_id'> {
  return {
    tokenizer_id: job.tokenizerId,
    name,
    status: 'queued',
    codebook,
    codebook_utilization: [],
    created_at: job.createdAt,
    ready_at: null,
    job_id: job.jobId,
  };
}
