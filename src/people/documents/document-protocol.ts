/** Messages between the service and the process that reads documents. */
import type { ErrorDetails } from '../../contract/error-details.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { GivenDocument } from './document-formats.ts';
import type { DocumentLimits, DocumentText } from './document-text.ts';

export interface ReadDocumentCall {
  readonly given: GivenDocument;
  readonly limits: DocumentLimits;
}

export type ReadDocumentAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly text: DocumentText }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails[ErrorCode];
    };
