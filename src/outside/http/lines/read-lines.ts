/**
 * Reads the lines of a body in batches: as many as have arrived, up to the bounds of a batch. So a client
 * that waits for each answer gets it, and a client that sends without pause has many lines a batch. While a
 * batch is not asked for, nothing is read, and the client's connection fills up.
 */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MIB } from '../../../contract/common.ts';
import { apiError } from '../../../contract/errors.ts';
import { LineSplitter, type SplitLine } from '../../../contract/line-splitter.ts';
import type { BodyPace } from '../bodies/body-pace.ts';
import { byteSource } from './byte-source.ts';

/** Lines of a batch. More lines a transaction are hardly faster. */
const MAX_LINES_TOGETHER = 256;
/** Bytes of a batch, which has one line at least. */
const MAX_BYTES_TOGETHER = MIB;
const MAX_BLANK_BYTES = 1024;

export interface LineLimits {
  readonly pace: BodyPace;
  readonly maxLineBytes: number;
  /** Lines of a body, blank ones included. */
  readonly maxLines: number;
  /** Whether lines that were read are not answered yet. */
  readonly isBusy: () => boolean;
}

export interface RawLine {
  /** From 1. */
  readonly number: number;
  /** null: the line is above the limit. */
  readonly bytes: SplitLine;
}

/**
 * Blank lines are counted and left out. Throws 413 past the number of lines, and what `byteSource` throws.
 */
export async function* readLines(
  raw: Readable,
  { pace, maxLineBytes, maxLines, isBusy }: LineLimits,
  signal: AbortSignal,
): AsyncGenerator<readonly RawLine[]> {
  const source = byteSource(raw, pace, isBusy, signal);
  const splitter = new LineSplitter(maxLineBytes);
  const batch = new Batch();
  let number = 0;
  while (!source.isOver) {
    signal.throwIfAborted();
    const chunk = source.read();
    if (chunk === null) {
      if (batch.isEmpty) await source.more();
      else if (batch.mayGrow()) await nextTurn();
      else yield batch.take();
      continue;
    }
    for (const bytes of splitter.push(chunk)) {
      if (++number > maxLines) {
        if (!batch.isEmpty) yield batch.take();
        throw tooManyLines(maxLines);
      }
      if (!isBlank(bytes)) batch.add({ number, bytes });
      if (batch.isFull) yield batch.take();
    }
  }
  const last = splitter.end();
  if (last !== undefined && !isBlank(last)) batch.add({ number: number + 1, bytes: last });
  if (!batch.isEmpty) yield batch.take();
}

class Batch {
  #lines: RawLine[] = [];
  #bytes = 0;
  #hasWaited = false;

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get isFull(): boolean {
    return this.#lines.length >= MAX_LINES_TOGETHER || this.#bytes >= MAX_BYTES_TOGETHER;
  }

  add(line: RawLine): void {
    this.#lines.push(line);
    this.#bytes += line.bytes?.length ?? 0;
  }

  /** True once a batch: bytes that are in the system's buffers arrive within a turn of the event loop. */
  mayGrow(): boolean {
    const mayGrow = !this.#hasWaited;
    this.#hasWaited = true;
    return mayGrow;
  }

  take(): readonly RawLine[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#bytes = 0;
    this.#hasWaited = false;
    return lines;
  }
}

/** White space of JSON alone. A long line of it is none: it is refused as a line. */
function isBlank(bytes: SplitLine): boolean {
  if (bytes === null || bytes.length > MAX_BLANK_BYTES) return false;
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function tooManyLines(limit: number) {
  return apiError(
    'payload_too_large',
    `The body has more than the ${limit} lines that one request takes; send the rest in another request.`,
    { limit_lines: limit },
  );
}
