/** The server under test: started on one data folder again and again, and killed with all its processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openBackupTarget } from '../../src/composition/open-backup-target.ts';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { verifyBackup } from '../../src/platform/backup/verify-backup.ts';
import { ownEnvironment, type RunningService, startService } from '../../test/running-service.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export class KillableServer {
  readonly #data: string;
  readonly #backups: string;
  readonly #environment: Readonly<Record<string, string>>;
  #running: RunningService | null = null;
  #backup: ChildProcess | null = null;
  /** Answers that the interface document does not describe. */
  readonly undocumented = new Set<string>();
  finishedBackups = 0;

  /** `backups`: the folder of the backups. `environment`: variables of all its processes. */
  constructor(data: string, backups: string, environment: Readonly<Record<string, string>> = {}) {
    this.#data = data;
    this.#backups = backups;
    this.#environment = environment;
  }

  url(): string | null {
    return this.#running?.url ?? null;
  }

  async start(): Promise<void> {
    this.#running = await startService(this.#data, [], {
      group: true,
      environment: this.#environment,
    });
  }

  /** A running backup dies with the server. */
  async kill(): Promise<void> {
    if (this.#running === null) return;
    const { process: child } = this.#running;
    const backup = this.#backup;
    for (const line of this.#running.output().match(/^undocumented answer: .*$/gm) ?? [])
      this.undocumented.add(line);
    this.#running = null;
    const ends = [child, backup].map((each) => (each === null || hasEnded(each) ? null : once(each, 'exit')));
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It had stopped before.
    }
    backup?.kill('SIGKILL');
    await Promise.all(ends);
  }

  /** Asks the server to stop, which writes the snapshots of indexes. */
  askToStop(): void {
    this.#running!.process.kill('SIGTERM');
  }

  isStopped(): boolean {
    return this.#running === null || hasEnded(this.#running.process);
  }

  /** Backs up again and again while the server runs. */
  async keepBackingUp(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const child = spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          main,
          'backup',
          this.#backups,
          '--data',
          this.#data,
          '--keep',
          '3',
        ],
        { stdio: 'ignore', env: { ...ownEnvironment, ...this.#environment } },
      );
      this.#backup = child;
      const [code] = await once(child, 'exit');
      if (code === 0) this.finishedBackups += 1;
      else if (!isOver()) throw new Error(`a backup beside a running server ended with ${code}`);
      this.#backup = null;
      await sleep(500);
    }
  }

  isBackingUp(): boolean {
    return this.#backup !== null;
  }

  /** A snapshot was being written at the kill: a file in the folder is no part of a finished one. */
  wasSavingIndex(): boolean {
    const folder = join(this.#data, 'indexes');
    if (!existsSync(folder)) return false;
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.some((name) => name.endsWith('.partial'));
  }

  /** Faults of the store, and of the last backup where one has ended. */
  async faults(): Promise<readonly string[]> {
    const { store, close } = await openStoreAndAccounts({ data: this.#data });
    try {
      const inStore = await store.verify();
      if (this.finishedBackups === 0) return inStore;
      return [...inStore, ...(await verifyBackup(openBackupTarget({}, this.#backups), null)).faults];
    } finally {
      await close();
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
