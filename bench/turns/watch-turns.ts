/**
 * Measures the turns of a server's event loop in processor time, so that other work on the machine changes
 * little. It is loaded before the server's own code (`--import`). The first SIGUSR2 begins, the second writes
 * the milliseconds of all turns to the file that BENCH_TURNS_FILE names. While it measures, the loop never
 * sleeps, and turns without work are short.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_TURNS_FILE;
if (isMainThread && file !== undefined) watchTurns(file);

function watchTurns(path: string): void {
  let turns: number[] | null = null;
  let endedMs = 0;
  const endTurn = (): void => {
    if (turns === null) return;
    const nowMs = processorMs();
    turns.push(nowMs - endedMs);
    endedMs = nowMs;
    setImmediate(endTurn);
  };
  process.on('SIGUSR2', () => {
    if (turns === null) {
      turns = [];
      endedMs = processorMs();
      setImmediate(endTurn);
    } else {
      writeFileSync(path, JSON.stringify(turns.filter((ms) => ms >= LEAST_MS)));
      turns = null;
    }
  });
}

/** Shorter turns had no work. */
const LEAST_MS = 0.1;

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
