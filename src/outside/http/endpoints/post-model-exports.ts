import { ExportModelRequest } from '../../../contract/model.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export const postModelExports = ({ modelExports }: Pick<ServerDependencies, 'modelExports'>) =>
  jobOperation({
    operationId: 'exportModel',
    sdk: 'models.export',
    method: 'POST',
    path: '/v1/models/:model_id/exports',
    scope: 'data',
    tag: 'Models',
    summary: 'Export a model',
    description:
      'Writes the bundle of the model as a tar.gz: `manifest.json`, its ONNX files, the item vectors (`weights.safetensors`), the item ids (`catalogue.json`) and `SHA256SUMS`; its bytes are always the same. The job (`model_export`) ends with `result.download_url`, which needs no key and is valid for an hour. The body is optional. The terms of every dataset that the model learned from must allow exports.',
    parameters: ModelPath,
    body: ExportModelRequest,
    examples: { 'As tar.gz': { format: 'tar.gz' } },
    errors: ['model_not_found', 'model_not_ready', 'access_denied', 'unsupported_format'],
    idempotency: 'required',
    handle: ({ caller, parameters, body, claim }) =>
      modelExports.export(caller.tenantId, parameters.model_id, body?.format ?? 'tar.gz', claim),
  });
