/**
 * The rows that were not imported: one JSON object a line, `{row, line, column, given, reason, values}`. The file is created
 * with the first such row. It holds personal data, so only its owner can read it.
 */
import { appendFileSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export class RejectsFile {
  readonly path: string;
  #bytes: number;

  /** `keepBytes`: the length that an interrupted run has confirmed. Anything after it is cut off. */
  constructor(path: string, keepBytes: number) {
    this.path = path;
    this.#bytes = Math.min(keepBytes, sizeOf(path));
    if (this.#bytes > 0) truncateSync(path, this.#bytes);
    else rmSync(path, { force: true });
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(rejects: readonly object[]): void {
    if (rejects.length === 0) return;
    if (this.#bytes === 0) {
      mkdirSync(dirname(this.path), { recursive: true });
      writeFileSync(this.path, '', { mode: 0o600 });
    }
    const lines = rejects.map((reject) => `${JSON.stringify(reject)}\n`).join('');
    appendFileSync(this.path, lines);
    this.#bytes += Buffer.byteLength(lines);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
