export function showsConsole(
  task: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
): boolean;
export function buildConsole(root: string, say?: (line: string) => void): boolean;
