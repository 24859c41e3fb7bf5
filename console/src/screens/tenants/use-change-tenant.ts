import { useMutation } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { tenantQuery } from '../../api/admin-queries.ts';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

/** Changes a tenant; the page shows the answer. */
export function useChangeTenant(tenantId: string) {
  return useMutation({
    mutationFn: (change: wire.ChangeTenantRequest) => client.admin.changeTenant(tenantId, change),
    onSuccess: (changed) => {
      queryClient.setQueryData(tenantQuery(tenantId).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ['admin', 'tenants'] });
    },
  });
}
