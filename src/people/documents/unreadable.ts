/** Why a document cannot be read. One code with a reason, so that a caller can tell them apart. */
import { type ApiError, apiError } from '../../contract/errors.ts';
import type { UnreadableReason } from '../../contract/unreadable-reasons.ts';

const messages: Readonly<Record<UnreadableReason, string>> = {
  encrypted: 'The document is protected by a password; send it without one.',
  broken: 'The document cannot be read: it is damaged, or not of the format that it is said to be.',
  no_text:
    'The document has no text: it is empty, a scan, or includes its text from other files. Send a scan with its text recognized (OCR).',
  not_decodable: 'The text has bytes that its encoding does not have.',
  too_many_pages: 'The document has too many pages.',
  took_too_long: 'Reading the document took too long.',
  too_much_memory: 'Reading the document took too much memory, as that of a packed bomb does.',
};

/** `detail`: what was found and what is allowed. */
export function unreadable(reason: UnreadableReason, detail?: string): ApiError<'unreadable_document'> {
  const message = detail === undefined ? messages[reason] : `${messages[reason]} ${detail}`;
  return apiError('unreadable_document', message, { reason });
}
