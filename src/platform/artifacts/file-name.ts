/** Names of files and objects for the parts of a key. Windows does not allow a colon in a file name. */

export function fileName(part: string): string {
  return part.replaceAll(':', '=');
}

export function partOf(name: string): string {
  return name.replaceAll('=', ':');
}
