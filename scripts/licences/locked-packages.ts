/** The packages of a package-lock.json, with their licences. */

export interface LockedPackage {
  readonly name: string;
  /** An SPDX expression; null: the lock names none. */
  readonly licence: string | null;
  /** False: needed for development alone. */
  readonly isShipped: boolean;
}

interface LockEntry {
  readonly license?: string;
  readonly dev?: true;
  readonly link?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function lockedPackages(lock: string): readonly LockedPackage[] {
  const entries = Object.entries(
    (JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockEntry>> }).packages,
  ).filter(([path, { link }]) => path.includes('node_modules/') && link !== true);
  const ofPlatforms = licencesOfPlatforms(entries.map(([, entry]) => entry));
  return entries.map(([path, { license, dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return { name, licence: license ?? ofPlatforms.get(name) ?? null, isShipped: dev !== true };
  });
}

/**
 * Binaries of platforms that npm did not fetch are in the lock without a licence (`complete-lock.mjs`). They
 * are parts of the package that names them as optional, and have its licence.
 */
function licencesOfPlatforms(entries: readonly LockEntry[]): ReadonlyMap<string, string> {
  const named = entries.flatMap(({ license, optionalDependencies = {} }) =>
    license === undefined ? [] : Object.keys(optionalDependencies).map((name) => [name, license] as const),
  );
  return new Map(named);
}
