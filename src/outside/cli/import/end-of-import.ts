/** The end of every import: its exit code, and the lines that say so. */

/** Above it the mapping is wrong, rather than some rows. */
export const MAX_REJECTED = 0.5;
const TOO_MANY_REJECTED = 3;
const INTERRUPTED = 130;

interface Ended {
  readonly finished: boolean;
  readonly imported: number;
  readonly rejected: number;
}

/** Sets the exit code. `maxRejected`: the share above which it is an error. */
export function exitCodeOf(ended: Ended, maxRejected: number): void {
  if (!ended.finished) process.exitCode = INTERRUPTED;
  else if (hasTooManyRejected(ended, maxRejected)) process.exitCode = TOO_MANY_REJECTED;
}

export function stoppedLine({ finished }: Ended): readonly string[] {
  return finished ? [] : ['Stopped before the end; the same command goes on where it stopped.'];
}

/** `what`: rows or documents. `rejectsFile`: null where nothing was rejected. */
export function rejectedLines(
  ended: Ended,
  {
    what,
    rejectsFile,
    maxRejected,
  }: Readonly<{ what: string; rejectsFile: string | null; maxRejected: number }>,
): readonly string[] {
  return [
    ...(rejectsFile === null ? [] : [`Rejected ${what}, each with its reason: ${rejectsFile}`]),
    ...(hasTooManyRejected(ended, maxRejected)
      ? [`More than ${maxRejected} of the ${what} were rejected (--max-rejected).`]
      : []),
  ];
}

function hasTooManyRejected({ imported, rejected }: Ended, maxRejected: number): boolean {
  return rejected > 0 && rejected / (imported + rejected) > maxRejected;
}
