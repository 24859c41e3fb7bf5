/** Keys of artifacts: four parts, each a safe name on every file system and in every object store. */
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type { ArtifactRoom } from './artifact-store.ts';

const artifactRooms: readonly ArtifactRoom[] = [
  'datasets',
  'exports',
  'staging',
  'models',
  'tokenizers',
  'bundles',
  'indexes',
  'documents',
];

export interface ArtifactKey {
  readonly tenant: TenantId;
  readonly room: ArtifactRoom;
  readonly resourceId: string;
  readonly file: string;
}

const safePart = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}$/;

export function isSafePart(part: string): boolean {
  return safePart.test(part) && !part.includes('..');
}

/** Throws if a part is not a safe name. */
export function artifactKey(tenant: TenantId, room: ArtifactRoom, resourceId: string, file: string): string {
  const key = [tenant, room, resourceId, file].join('/');
  parseArtifactKey(key);
  return key;
}

/** Throws if the key is malformed. */
export function parseArtifactKey(key: string): ArtifactKey {
  const parts = key.split('/');
  const [tenant, room, resourceId, file] = parts as [string, string, string, string];
  if (parts.length !== 4 || !parts.every(isSafePart) || !isRoom(room))
    throw new Error(`«${key.slice(0, 100)}» is no artifact key: expected tenant/room/resource/file`);
  return { tenant: tenantId(tenant), room, resourceId, file };
}

function isRoom(name: string): name is ArtifactRoom {
  return (artifactRooms as readonly string[]).includes(name);
}
