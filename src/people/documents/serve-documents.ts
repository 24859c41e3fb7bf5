/**
 * The process's end: reads one document after the other, and answers each. The memory of the whole process is
 * watched, since a packed bomb grows outside the heap and leaves the event loop no turn.
 */
import { ApiError } from '../../contract/errors.ts';
import { watchProcess } from '../../platform/threads/watch-process.ts';
import type { ReadDocumentAnswer, ReadDocumentCall } from './document-protocol.ts';
import { readDocumentText } from './read-document-text.ts';
import { unreadable } from './unreadable.ts';

/** A bomb unpacks about 50 MB in this time. */
const LOOK_EVERY_MS = 25;

export function serveDocuments(maxMemoryBytes: number): void {
  watchProcess({ rssLimitBytes: maxMemoryBytes, lookEveryMs: LOOK_EVERY_MS });
  process.on('message', (call: ReadDocumentCall) => void read(call).then((answer) => process.send!(answer)));
  process.on('disconnect', () => process.exit());
  process.send!({ kind: 'ready' } satisfies ReadDocumentAnswer);
}

async function read({ given: document, limits }: ReadDocumentCall): Promise<ReadDocumentAnswer> {
  try {
    return { kind: 'read', text: await readDocumentText(document, limits) };
  } catch (error) {
    const { code, message, details } = error instanceof ApiError ? error : unreadable('broken');
    return { kind: 'refused', code, message, details };
  }
}
