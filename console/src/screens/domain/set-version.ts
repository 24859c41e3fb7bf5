/** The definition with another version number; unchanged where it names none. */
export function setVersion(source: string, version: number): string {
  return source.replace(/^("?version"?\s*:\s*)\d+/m, `$1${version}`);
}
