/** Names of objects for keys, and back. */
import { parseArtifactKey } from '../artifact-key.ts';
import { fileName, partOf } from '../file-name.ts';

export interface ObjectNames {
  /** Every object of the store begins with it. */
  readonly root: string;
  /** Throws if the key is malformed. */
  objectOf(key: string): string;
  /** Null for an object that is no artifact. */
  keyOf(name: string): string | null;
  /** Ends with a slash, so that no neighbour begins with it. */
  folderOf(...parts: readonly string[]): string;
}

export function createObjectNames(prefix: string): ObjectNames {
  const root = prefix === '' ? '' : `${prefix}/`;
  return {
    root,
    objectOf: (key) => {
      const { tenant, room, resourceId, file } = parseArtifactKey(key);
      return root + [room, tenant, fileName(resourceId), fileName(file)].join('/');
    },
    keyOf: (name) => {
      const [room, tenant, ...rest] = name.slice(root.length).split('/');
      const key = [tenant, room, ...rest.map(partOf)].join('/');
      try {
        parseArtifactKey(key);
        return key;
      } catch {
        return null;
      }
    },
    folderOf: (...parts) => `${root}${parts.map(fileName).join('/')}/`,
  };
}
