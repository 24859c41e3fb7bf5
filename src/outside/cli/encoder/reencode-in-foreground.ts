/**
 * Re-encodes in this process, with a bar on a terminal, else a line every few seconds. Ctrl-C stops it
 * without harm.
 */
import { Presets, SingleBar } from 'cli-progress';
import type { ReencodeProgress } from '../../../people/profiles/vectors/reencode-profiles.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { printLines } from '../print.ts';

const LINE_EVERY_MS = 5000;

export async function reencodeInForeground(
  actions: CliActions,
  opened: StoreAndAccounts,
  quiet: boolean,
): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const shown = process.stderr.isTTY ? bar() : lines();
  try {
    const { signal } = stopping;
    const { rows, refused } = await actions.reencode(opened, { signal, onProgress: shown.show });
    shown.end();
    if (!quiet) printLines(`Done: ${rows} rows encoded here, ${refused} refused. The new encoder serves.`);
  } catch (error) {
    shown.end();
    if (!stopping.signal.aborted) throw error;
    process.stderr.write(
      'Stopped; what is left is done by the worker of the next server, or by --now again.\n',
    );
    process.exitCode = 130;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

interface Shown {
  show(progress: ReencodeProgress): void;
  end(): void;
}

function bar(): Shown {
  const format = '{bar} {percentage} % | {left} rows left | {problem}';
  const single = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
  single.start(1000, 0, { left: '…', problem: '' });
  return {
    show: ({ share, rowsLeft, problem }) =>
      single.update(Math.round(share * 1000), { left: rowsLeft, problem: problem ?? '' }),
    end: () => single.stop(),
  };
}

function lines(): Shown {
  let nextMs = performance.now() + LINE_EVERY_MS;
  return {
    show: ({ share, rowsLeft, problem }) => {
      if (performance.now() < nextMs) return;
      nextMs = performance.now() + LINE_EVERY_MS;
      const waits = problem === null ? '' : `; it waits: ${problem}`;
      process.stderr.write(`${(100 * share).toFixed(1)} % done, ${rowsLeft} rows left${waits}\n`);
    },
    end: () => {},
  };
}
