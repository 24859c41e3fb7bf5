import { SettingsInForce } from '../../../contract/admin.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getAdminSettings = ({ settingsInForce }: Pick<ServerDependencies, 'settingsInForce'>) =>
  operation({
    operationId: 'listSettings',
    sdk: 'admin.settings',
    method: 'GET',
    path: '/v1/admin/settings',
    scope: 'operator',
    tag: 'Administration',
    summary: 'List the settings in force',
    description:
      'Every setting with its value and where that comes from. A secret has no value here, and of an address only what may be shown.',
    answer: { status: 200, description: 'The settings.', schema: SettingsInForce },
    errors: [],
    handle: async ({ requestId }) => ({ data: [...settingsInForce], request_id: requestId }),
  });
