/** Where the snapshot of an index lies below the root of all snapshots. */
import { join } from 'node:path';
import type { TenantId } from '../../../../contract/brands.ts';

export function snapshotFolder(root: string, tenant: TenantId, domain: string, version: number): string {
  return join(root, encodeURIComponent(tenant), encodeURIComponent(domain), `v${version}`);
}
