import type { SpawnOptions } from 'node:child_process';

export function runChild(
  executable: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'stdio'> & { readonly linked?: boolean },
): void;
export function isAlive(pid: number): boolean;
