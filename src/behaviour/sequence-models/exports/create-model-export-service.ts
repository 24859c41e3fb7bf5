/** Exports of models for callers. A request is validated at once; the export is a job. */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import { type AcceptedJob, acceptJob, type RequestClaim } from '../../../platform/jobs/accept-job.ts';
import { resourceJob } from '../../../platform/jobs/resource-job.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { readyModel } from '../adaptation/find-model.ts';
import { assertModelExportable } from './assert-model-exportable.ts';
import { modelExportKind } from './model-export-kind.ts';

export interface ModelExportService {
  /** 404 `model_not_found`; 409 `model_not_ready`; 403 `access_denied`; 422 `unsupported_format`. */
  export(tenant: TenantId, modelId: string, format: string, claim: RequestClaim): Promise<AcceptedJob>;
}

export interface ModelExportParts {
  readonly store: Pick<Store, 'models' | 'datasets' | 'jobs'>;
  /** Notifies the worker of new work. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
  readonly newId: (prefix: 'job') => string;
}

const FORMAT = 'tar.gz';

export function createModelExportService(parts: ModelExportParts): ModelExportService {
  const { store, wake, clock, newId } = parts;
  return {
    async export(tenantId, id, format, claim) {
      const model = await readyModel(store.models, tenantId, id);
      await assertModelExportable(store, model);
      if (format !== FORMAT)
        throw apiError(
          'unsupported_format',
          `The format «${format}» is not supported for exports of models; there is ${FORMAT}.`,
          { supported: [FORMAT] },
        );
      const nowMs = clock();
      const job = resourceJob(
        {
          jobId: newId('job'),
          tenantId,
          kind: modelExportKind.kind,
          resource: { type: 'model', id: model.modelId },
          input: {},
          createdAt: new Date(nowMs).toISOString(),
        },
        nowMs,
      );
      return acceptJob({ jobs: store.jobs, wake }, job, claim);
    },
  };
}
