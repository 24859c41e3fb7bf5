/** The processes that a server's worker runs tasks in. They can be paused, so that a bench can alternate. */
import { execFileSync } from 'node:child_process';

export interface TaskProcess {
  readonly pid: number;
  readonly nice: number;
  readonly threads: number;
}

/** Processes that the server's worker started and that still run; none where there is no `ps`. */
export function taskProcesses(serverId: number): readonly TaskProcess[] {
  try {
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,ni=,nlwp='], { encoding: 'utf8' }).split('\n');
    const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
    const workers = new Set(all.filter(([, parent]) => parent === serverId).map(([pid]) => pid));
    return all
      .filter(([, parent]) => workers.has(parent))
      .map(([pid, , nice, threads]) => ({ pid: pid!, nice: nice!, threads: threads! }));
  } catch {
    return [];
  }
}

/** Stops or continues them; processes that have ended meanwhile are left alone. */
export function setPaused(processes: readonly TaskProcess[], isPaused: boolean): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, isPaused ? 'SIGSTOP' : 'SIGCONT');
    } catch {}
  }
}
