import { SystemState } from '../../../contract/system.ts';
import { operation } from '../operation.ts';
import { type SystemStateParts, systemState } from '../system/system-state.ts';

export const getAdminSystem = (parts: SystemStateParts) =>
  operation({
    operationId: 'getSystem',
    sdk: 'admin.system',
    method: 'GET',
    path: '/v1/admin/system',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Read the state of the service',
    description:
      'Memory, latencies, errors and counts of the process that answers, since its start; jobs, encoders and the change feed of the store behind it. Recent errors have a code, a route and a request id, and nothing of what was sent.',
    answer: { status: 200, description: 'The state now.', schema: SystemState },
    errors: [],
    handle: async ({ requestId }) => ({ ...(await systemState(parts)), request_id: requestId }),
  });
