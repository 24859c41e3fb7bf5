/** A JDK that OpenSearch runs on: 21 or newer. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

const OLDEST = 21;

/** The path of `java`; null where there is none. */
export function findJdk(): string | null {
  const homes = [process.env.JAVA_HOME, ...globSync('/usr/lib/jvm/*')].filter((home) => home !== undefined);
  const commands = [...homes.map((home) => join(home, 'bin', 'java')).filter(existsSync), 'java'];
  return commands.find((java) => versionOf(java) >= OLDEST) ?? null;
}

/** 0 where it is no JDK. */
function versionOf(java: string): number {
  const { stderr, status } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return status === 0 ? Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) : 0;
}
