import { ReadDocumentQuery, ReadDocumentRequest, ReadDocumentResult } from '../../../contract/document.ts';
import { documentBodyTypes, FORM_BYTES, givenDocument } from '../bodies/parse-document-body.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postDocumentReading = ({
  documents,
  limits,
}: Pick<ServerDependencies, 'documents' | 'limits'>) =>
  operation({
    operationId: 'readDocument',
    sdk: 'documents.read',
    method: 'POST',
    path: '/v1/documents/read',
    scope: 'read',
    tag: 'Users',
    summary: 'Read a document without storing it',
    description:
      'Reads a file as POST /v1/documents does, and stores nothing: the answer has the text and what it says of a person, each value with its place in the text. Its body is the same without `user_id` and `source`. An `Idempotency-Key` has no effect. POST /v1/match takes the text as `context` of its `profile`.',
    query: ReadDocumentQuery,
    body: ReadDocumentRequest,
    bodyTypes: documentBodyTypes,
    fileExample: {
      name: 'A page of Markdown',
      type: 'text/markdown',
      text: '# Ana\n\nA woman of 31 in Porto. I look for a long-term relationship.\n',
    },
    bodyLimit: limits.documentBytes + FORM_BYTES,
    answer: {
      status: 200,
      description: 'The text, and what was read in it.',
      schema: ReadDocumentResult,
    },
    errors: ['domain_not_found', 'unreadable_document', 'unsupported_format', 'warming_up'],
    handle: ({ caller, body: { domain, file } }) =>
      documents.read(caller.tenantId, domain, givenDocument(file)),
  });
