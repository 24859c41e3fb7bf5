/**
 * Reads documents in a process of its own, one at a time, since the libraries may hang, take any memory or
 * crash on hostile bytes. A process that exceeds a limit is killed; the next document gets a new one.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { GivenDocument } from './document-formats.ts';
import { createDocumentQueue } from './document-queue.ts';
import type { DocumentText } from './document-text.ts';
import { ReaderProcess, type ReaderProcessOptions } from './reader-process.ts';

export interface DocumentReader {
  /** Throws 422 `unreadable_document` and `unsupported_format`, 503 `overloaded`. */
  read(tenant: TenantId, given: GivenDocument): Promise<DocumentText>;
  close(): Promise<void>;
}

export interface DocumentReaderOptions extends ReaderProcessOptions {
  readonly maxPages: number;
}

const limits = { places: 16, longestWaitMs: 60_000 };
/** A process without work ends. */
const IDLE_MS = 60_000;

export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const queue = createDocumentQueue(limits);
  let child: ReaderProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(idle);
    const ending = child;
    child = null;
    await ending?.end();
  };
  const readNow = async (document: GivenDocument): Promise<DocumentText> => {
    clearTimeout(idle);
    child ??= new ReaderProcess(options);
    const reading = child;
    try {
      return await reading.read({ given: document, limits: { maxPages: options.maxPages } });
    } finally {
      if (reading.isOver && child === reading) child = null;
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  };
  return {
    read: (tenant, document) => queue.run(tenant, () => readNow(document)),
    close: end,
  };
}
