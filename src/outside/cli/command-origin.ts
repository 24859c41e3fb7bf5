/** Where the changes of a command come from, for the audit log: its words, and the user of the system. */
import { hostname, userInfo } from 'node:os';
import type { Command } from 'commander';
import type { AuditOrigin } from '../../platform/storage/audit-store.ts';

export function commandOrigin(command: Command): AuditOrigin {
  const actor = { kind: 'command', id: wordsOf(command), name: `${userName()}@${hostname()}` } as const;
  return { actor, address: null, requestId: null };
}

/** `keys create`, without arguments, which may hold secrets. */
function wordsOf(command: Command): string {
  const { parent } = command;
  return parent?.parent == null ? command.name() : `${wordsOf(parent)} ${command.name()}`;
}

/** A user without a name has its number: in a container, often. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
