/** Documents that are sent to the service, with the share of the bytes that are sent. */
import type { Counterpart, wire } from 'counterpart-client';
import { clientBy } from './client.ts';
import { sendForm } from './send-form.ts';

export type DocumentResult = wire.DocumentResult;
export type ReadDocument = wire.ReadDocumentResult;

/** Gets the share, from 0 to 1. */
export type OnSent = (share: number) => void;

/** A document waits for its turn for up to a minute, and is then read. */
const PATIENCE = { attemptTimeoutMs: 10 * 60_000, timeoutMs: 10 * 60_000 };

export function appendDocument(
  document: wire.AppendDocumentRequest,
  onSent: OnSent,
): Promise<DocumentResult> {
  return documentsBy(onSent).append(document, PATIENCE);
}

/** Stores nothing. */
export function readDocument(document: wire.ReadDocumentRequest, onSent: OnSent): Promise<ReadDocument> {
  return documentsBy(onSent).read(document, PATIENCE);
}

function documentsBy(onSent: OnSent): Counterpart['documents'] {
  return clientBy(sendForm(onSent)).documents;
}
