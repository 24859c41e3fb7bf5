/** The progress of an import on standard error: a bar on a terminal, else a line every few seconds. */
import { Presets, SingleBar } from 'cli-progress';

const LINE_EVERY_MS = 5000;

interface ImportCounts {
  /** Rows done in this run. */
  readonly rows: number;
  /** Omitted when the work rejects nothing. */
  readonly rejected?: number;
  /** Share of the source, 0 to 1. */
  readonly share: number;
}

export interface ImportProgress {
  show(counts: ImportCounts): void;
  end(): void;
}

/** `startShare`: where a resumed import continues. The remaining time is estimated from there. */
export function importProgress(
  startShare: number,
  now: () => number = performance.now.bind(performance),
): ImportProgress {
  return process.stderr.isTTY ? progressBar(startShare, now) : progressLines(startShare, now);
}

function progressBar(startShare: number, now: () => number): ImportProgress {
  const started = now();
  const bar = new SingleBar(
    {
      format: '{bar} {percentage} % | {rows} rows | {rate} rows/s | {left} left{rejects}',
      stream: process.stderr,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(1000, Math.round(startShare * 1000), { rows: 0, rate: 0, left: '…', rejects: '' });
  return {
    show: (counts) => {
      const { rate, left } = pace(counts, startShare, now() - started);
      bar.update(Math.round(counts.share * 1000), {
        rows: counts.rows,
        rejects: rejectsText(counts),
        rate,
        left,
      });
    },
    end: () => bar.stop(),
  };
}

function progressLines(startShare: number, now: () => number): ImportProgress {
  const started = now();
  let nextLine = started + LINE_EVERY_MS;
  return {
    show: (counts) => {
      if (now() < nextLine) return;
      nextLine = now() + LINE_EVERY_MS;
      const { rate, left } = pace(counts, startShare, now() - started);
      process.stderr.write(
        `${Math.floor(counts.share * 100)} % | ${counts.rows} rows | ${rate} rows/s | ${left} left${rejectsText(counts)}\n`,
      );
    },
    end: () => {},
  };
}

function rejectsText({ rejected }: ImportCounts): string {
  return rejected === undefined ? '' : ` | ${rejected} rejected`;
}

function pace(
  { rows, share }: ImportCounts,
  startShare: number,
  elapsedMs: number,
): { readonly rate: number; readonly left: string } {
  const rate = elapsedMs > 0 ? Math.round((rows / elapsedMs) * 1000) : 0;
  const done = share - startShare;
  return { rate, left: done > 0 ? spanOf((elapsedMs * (1 - share)) / done) : '…' };
}

function spanOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
