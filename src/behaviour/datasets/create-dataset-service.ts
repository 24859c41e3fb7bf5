/** Datasets for callers. A request is validated at once; imports and exports are jobs. */

import { personBlocked } from '../../contract/blocked.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { ExportDatasetRequest, ImportDatasetRequest } from '../../contract/dataset.ts';
import { apiError } from '../../contract/errors.ts';
import { artifactKey } from '../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore, ArtifactWriter } from '../../platform/artifacts/artifact-store.ts';
import { acceptJob } from '../../platform/jobs/accept-job.ts';
import { acceptStagedJob } from '../../platform/jobs/accept-staged-job.ts';
import { resourceJob } from '../../platform/jobs/resource-job.ts';
import type { BlockStore } from '../../platform/storage/block-store.ts';
import type { DatasetStore, NewDataset } from '../../platform/storage/dataset-store.ts';
import type { NewJob } from '../../platform/storage/job.ts';
import type { JobStore } from '../../platform/storage/job-store.ts';
import { assertExportable } from './access-terms.ts';
import { validateInlineRows } from './checks/validate-inline-rows.ts';
import { datasetFields } from './dataset-fields.ts';
import type { DatasetService } from './dataset-service.ts';
import { exportFormats } from './export-dataset.ts';
import { findDataset } from './find-dataset.ts';
import { inlineLines } from './rows/inline-lines.ts';
import { datasetFormat } from './sources/source-format.ts';
import { type SourceSettings, validateSource } from './sources/validate-source.ts';
import { type ExportInput, exportKind } from './tasks/export-kind.ts';
import { type ImportInput, importKind } from './tasks/import-kind.ts';

export interface DatasetServiceParts {
  readonly datasets: DatasetStore;
  readonly blocks: Pick<BlockStore, 'among'>;
  readonly jobs: JobStore;
  readonly artifacts: ArtifactStore;
  readonly sources: SourceSettings;
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
  /** `<prefix>_<lower-case ULID>` */
  readonly newId: (prefix: 'ds' | 'job') => string;
}

export function createDatasetService(parts: DatasetServiceParts): DatasetService {
  const { datasets } = parts;
  return {
    import: (tenant, request, claim) =>
      'items' in request
        ? importInline(parts, tenant, request, claim)
        : importSource(parts, tenant, request, claim),
    export: async (tenant, datasetId, request, claim) => {
      const dataset = await findDataset(datasets, tenant, datasetId);
      assertExportable(dataset);
      const input = exportInput(request);
      return acceptJob(parts, newJob(parts, tenant, exportKind.kind, datasetId, input), claim);
    },
    get: async (tenant, datasetId) => datasetFields(await findDataset(datasets, tenant, datasetId)),
    list: async (tenant, { before, limit }) => {
      const found = await datasets.list(tenant, { before, limit: limit + 1 });
      const page = found.slice(0, limit);
      return {
        data: page.map(datasetFields),
        next: found.length > limit ? page.at(-1)!.datasetId : null,
      };
    },
  };
}

type Importing<Request> = (
  parts: DatasetServiceParts,
  tenant: TenantId,
  request: Request,
  claim: Parameters<DatasetService['import']>[2],
) => ReturnType<DatasetService['import']>;

type InlineRequest = Extract<ImportDatasetRequest, { readonly items: unknown }>;
type SourceRequest = Exclude<ImportDatasetRequest, InlineRequest>;

const importInline: Importing<InlineRequest> = async (parts, tenant, request, claim) => {
  validateInlineRows(request);
  await refuseBlocked(parts, tenant, request);
  const lines = inlineLines(request);
  const dataset = newDataset(parts, tenant, request, 'workspace_upload');
  const { datasetId } = dataset;
  const key = artifactKey(tenant, 'staging', datasetId, 'rows.jsonl');
  return acceptStagedJob({
    stage: async () => stageRows(await parts.artifacts.create(key), lines),
    accept: () => importJob(parts, dataset, { from: 'staged', key }, claim),
    isReader: (job) => job.resource?.id === datasetId,
    unstage: () => parts.artifacts.removeAll(tenant, 'staging', datasetId),
  });
};

/** Throws 422 `unsupported_format`. */
function exportInput({ format, compression }: ExportDatasetRequest): ExportInput {
  const known = exportFormats.find((name) => name === format);
  if (known === undefined)
    throw apiError(
      'unsupported_format',
      `The format «${format}» is not supported for exports; there are jsonl and parquet.`,
      { supported: exportFormats },
    );
  if (known === 'parquet' && compression !== 'none')
    throw apiError(
      'unsupported_format',
      'A Parquet file is packed by column already. Leave compression out, or export JSONL with gzip.',
      { supported: ['none'] },
    );
  return { format: known, compression };
}

/** Throws 409 `erased`. */
async function refuseBlocked(
  { blocks }: DatasetServiceParts,
  tenant: TenantId,
  { events, people = [] }: InlineRequest,
): Promise<void> {
  for (const [name, rows] of Object.entries({ events, people })) {
    const ids = rows.map(({ person_id }) => person_id ?? null);
    const blocked = await blocks.among(
      tenant,
      ids.filter((id) => id !== null),
    );
    const at = blocked.size === 0 ? -1 : ids.findIndex((id) => id !== null && blocked.has(id));
    if (at >= 0) throw personBlocked(ids[at]!, `${name}[${at}].person_id`);
  }
}

const importSource: Importing<SourceRequest> = async (parts, tenant, request, claim) => {
  const format = datasetFormat(request.format);
  const uris = 'source_uris' in request ? request.source_uris : [request.source_uri];
  for (const [at, uri] of uris.entries())
    await validateSource(uri, parts.sources, 'source_uris' in request ? `source_uris[${at}]` : undefined);
  const dataset = newDataset(parts, tenant, request, 'workspace_uri');
  return importJob(parts, dataset, { from: 'source', uris, format, timestamps: request.timestamps }, claim);
};

function importJob(
  parts: DatasetServiceParts,
  dataset: NewDataset,
  input: ImportInput,
  claim: Parameters<DatasetService['import']>[2],
): ReturnType<DatasetService['import']> {
  const job = newJob(parts, dataset.tenantId, importKind.kind, dataset.datasetId, input);
  return acceptJob(parts, job, claim, [{ name: 'createDataset', args: [dataset] }]);
}

function newDataset(
  { newId, clock }: DatasetServiceParts,
  tenantId: TenantId,
  request: Pick<
    ImportDatasetRequest,
    'name' | 'access' | 'terms' | 'features' | 'kinds' | 'repeats' | 'baskets'
  >,
  source: NewDataset['source'],
): NewDataset {
  const { name, access, terms, features, kinds, repeats, baskets } = request;
  const createdAt = new Date(clock()).toISOString();
  const declaredEvents = { kinds, repeats, baskets };
  return {
    tenantId,
    datasetId: newId('ds'),
    name,
    source,
    access,
    terms,
    features,
    declaredEvents,
    createdAt,
  };
}

function newJob(
  { newId, clock }: DatasetServiceParts,
  tenantId: TenantId,
  kind: string,
  datasetId: string,
  input: unknown,
): NewJob {
  const nowMs = clock();
  const resource = { type: 'dataset', id: datasetId } as const;
  const createdAt = new Date(nowMs).toISOString();
  return resourceJob({ jobId: newId('job'), tenantId, kind, resource, input, createdAt }, nowMs);
}

/** Stores the rows of a request body as JSONL until the import has read them. */
async function stageRows(artifact: ArtifactWriter, lines: readonly string[]): Promise<void> {
  try {
    await artifact.write(Buffer.from(lines.join(''), 'utf8'));
    await artifact.commit();
  } catch (error) {
    await artifact.abort();
    throw error;
  }
}
