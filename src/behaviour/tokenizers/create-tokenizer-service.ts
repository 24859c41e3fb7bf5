/** The service of tokenizers. A request is validated at once. Fits and exports are jobs. */
import type { TenantId } from '../../contract/brands.ts';
import { type AnyApiError, ApiError, apiError, invalidRequest } from '../../contract/errors.ts';
import type {
  CatalogueItem,
  FitCatalogRequest,
  FitTokenizerRequest,
  Modality,
} from '../../contract/tokenizer.ts';
import { acceptJob } from '../../platform/jobs/accept-job.ts';
import { resourceJob } from '../../platform/jobs/resource-job.ts';
import type { DatasetStore } from '../../platform/storage/dataset-store.ts';
import type { NewJob } from '../../platform/storage/job.ts';
import type { JobStore } from '../../platform/storage/job-store.ts';
import type { NewTokenizer, Tokenizer, TokenizerStore } from '../../platform/storage/tokenizer-store.ts';
import { EventLoopYielder } from '../../platform/threads/event-loop-yielder.ts';
import { assertTrainable } from '../datasets/access-terms.ts';
import { sourceFormat } from '../datasets/sources/source-format.ts';
import { type SourceSettings, validateSource } from '../datasets/sources/validate-source.ts';
import { assertBundleExportable } from './assert-bundle-exportable.ts';
import { itemContent } from './catalogue/item-content.ts';
import { codeTree } from './code-tree.ts';
import type { ItemContent } from './fitted-tokenizer.ts';
import { knownTokenizer, readyTokenizer, type TokenizerOpener } from './open/tokenizer-opener.ts';
import { tokenizerExportKind } from './tasks/export-kind.ts';
import { type FitInput, tokenizerFitKind } from './tasks/fit-kind.ts';
import { tokenizerFields } from './tokenizer-fields.ts';
import type { TokenizerService } from './tokenizer-service.ts';

export interface TokenizerServiceParts {
  readonly tokenizers: TokenizerStore;
  readonly datasets: DatasetStore;
  readonly jobs: JobStore;
  readonly sources: SourceSettings;
  readonly opener: TokenizerOpener;
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
  /** `<prefix>_<lower-case ULID>` */
  readonly newId: (prefix: 'tok' | 'job') => string;
}

export function createTokenizerService(parts: TokenizerServiceParts): TokenizerService {
  const { tokenizers, datasets, opener } = parts;
  const stored = (tenant: TenantId, tokenizerId: string) => tokenizers.get(tenant, tokenizerId);
  return {
    fit: async (tenant, request, claim) => {
      await validateRequest(parts, tenant, request);
      const job = newJob(
        parts,
        tenant,
        tokenizerFitKind.kind,
        parts.newId('tok'),
        request satisfies FitInput,
      );
      const tokenizer = newTokenizer(tenant, request, job);
      return acceptJob(parts, job, claim, [{ name: 'createTokenizer', args: [tokenizer] }]);
    },
    export: async (tenant, tokenizerId, format, claim) => {
      const tokenizer = readyTokenizer(await stored(tenant, tokenizerId), tokenizerId);
      await assertBundleExportable(datasets, tokenizer);
      if (format !== 'tar.gz')
        throw apiError(
          'unsupported_format',
          `The format «${format}» is not supported for exports of tokenizers; there is tar.gz.`,
          { supported: ['tar.gz'] },
        );
      return acceptJob(parts, newJob(parts, tenant, tokenizerExportKind.kind, tokenizerId, {}), claim);
    },
    get: async (tenant, tokenizerId) =>
      tokenizerFields(knownTokenizer(await stored(tenant, tokenizerId), tokenizerId)),
    list: async (tenant, { before, limit }) => {
      const found = await tokenizers.list(tenant, { before, limit: limit + 1 });
      const page = found.slice(0, limit);
      return {
        data: page.map(tokenizerFields),
        next: found.length > limit ? page.at(-1)!.tokenizerId : null,
      };
    },
    codes: async (tenant, tokenizerId, prefix, signal) => {
      const tokenizer = await opener.open(tenant, tokenizerId);
      const levels = tokenizer.layout.sizes.length;
      if (prefix.length > levels)
        throw invalidRequest([
          {
            path: 'prefix',
            message: `has ${prefix.length} codes; a semantic ID of this tokenizer has ${levels}`,
          },
        ]);
      return codeTree(tokenizer, prefix, signal);
    },
    assign: async (tenant, { tokenizer_id, items }) => {
      const tokenizer = await opener.open(tenant, tokenizer_id);
      const contents = await contentsOf(items);
      const without = tokenizer.unknownWithoutContent(contents);
      if (without.length > 0) throw noContent((await stored(tenant, tokenizer_id))!, without);
      return tokenizer.assign(contents);
    },
  };
}

const MAX_NAMED = 100;
const contentOf: Readonly<Record<Modality, string>> = {
  text: 'a text, title, description or attributes',
  image: 'an image_url',
};

function noContent({ tokenizerId, modalities }: Tokenizer, items: readonly ItemContent[]): ApiError {
  const [first, ...others] = items;
  const [subject, pronoun] =
    others.length === 0
      ? [`The item «${first!.itemId}» is not in the catalogue of tokenizer ${tokenizerId} and has`, 'it']
      : [
          `The item «${first!.itemId}» and ${others.length} more are not in the catalogue of tokenizer ${tokenizerId} and have`,
          'each',
        ];
  const wanted = modalities.map((modality) => contentOf[modality]).join(', or ');
  return apiError(
    'unknown_item',
    `${subject} no content to make codes of. Give ${pronoun} ${wanted}, or leave ${others.length === 0 ? 'it' : 'them'} out.`,
    { item_ids: items.slice(0, MAX_NAMED).map(({ itemId }) => itemId), total: items.length },
  );
}

/** Longest time per turn of the event loop for the contents of all requests. */
const CONTENT_SLICE_MS = 5;
const yielder = new EventLoopYielder(CONTENT_SLICE_MS);

/** Yields to the event loop, since a thousand items may have a quarter of a million attributes. */
async function contentsOf(items: readonly CatalogueItem[]): Promise<readonly ItemContent[]> {
  const contents: ItemContent[] = [];
  for (const item of items) {
    await yielder.yieldIfDue();
    contents.push(itemContent(item));
  }
  return contents;
}

/** Validates the request as far as possible without reading the source. */
async function validateRequest(
  { datasets, sources }: TokenizerServiceParts,
  tenant: TenantId,
  request: FitTokenizerRequest,
): Promise<void> {
  if ('catalog' in request) {
    await validateSourceUri(request.catalog, 'catalog', sources);
    const { collaborative_signal: signal } = request;
    if (signal !== null)
      await validateSourceUri(signal.interactions, 'collaborative_signal.interactions', sources);
    return;
  }
  const dataset = await datasets.get(tenant, request.dataset_id);
  if (dataset === null)
    throw apiError(
      'dataset_not_found',
      `There is no dataset ${request.dataset_id} in this workspace. GET /v1/datasets lists those that are ready.`,
      { dataset_id: request.dataset_id },
    );
  assertTrainable(dataset);
}

async function validateSourceUri(
  { uri, format }: FitCatalogRequest['catalog'],
  at: string,
  sources: SourceSettings,
): Promise<void> {
  sourceFormat(format);
  try {
    await validateSource(uri, sources);
  } catch (error) {
    throw error instanceof ApiError ? faultAt(error, `${at}.uri`) : error;
  }
}

/** Replaces the path in the issues: `validateSource` calls the field `source_uri`. */
function faultAt(error: AnyApiError, path: string): ApiError {
  if (!('issues' in error.details)) return error;
  const issues = error.details.issues.map((issue) => ({ ...issue, path }));
  return apiError(error.code, `${path}: ${issues[0]!.message}`, { ...error.details, issues });
}

function newTokenizer(tenantId: TenantId, request: FitTokenizerRequest, job: NewJob): NewTokenizer {
  const common = {
    tenantId,
    tokenizerId: job.resource!.id,
    name: request.name,
    jobId: job.jobId,
    createdAt: job.createdAt,
  };
  if (!('catalog' in request))
    return {
      ...common,
      datasetId: request.dataset_id,
      modalities: ['text'],
      layout: null,
      progressiveMasking: false,
    };
  const { levels, resolution, base_size: baseSize } = request.codebook;
  return {
    ...common,
    datasetId: null,
    modalities: request.modalities,
    layout: { levels, resolution, baseSize },
    progressiveMasking: request.progressive_masking,
  };
}

function newJob(
  { newId, clock }: TokenizerServiceParts,
  tenantId: TenantId,
  kind: string,
  tokenizerId: string,
  input: unknown,
): NewJob {
  const nowMs = clock();
  const resource = { type: 'tokenizer', id: tokenizerId } as const;
  const createdAt = new Date(nowMs).toISOString();
  return resourceJob({ jobId: newId('job'), tenantId, kind, resource, input, createdAt }, nowMs);
}
