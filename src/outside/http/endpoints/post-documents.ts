import { AppendDocumentRequest, DocumentQuery, DocumentResult } from '../../../contract/document.ts';
import { documentBodyTypes, FORM_BYTES, givenDocument } from '../bodies/parse-document-body.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postDocuments = ({ documents, limits }: Pick<ServerDependencies, 'documents' | 'limits'>) =>
  operation({
    operationId: 'appendDocument',
    sdk: 'documents.append',
    method: 'POST',
    path: '/v1/documents',
    scope: 'write',
    tag: 'Users',
    summary: 'Append a document to a user',
    description:
      'Reads a PDF, DOCX, HTML, Markdown, LaTeX, JSON or text file and adds its text to a user, as POST /v1/context does: a CV, a job advert, a one-pager. The text of a PDF, DOCX or LaTeX file is Markdown with its headings, lists and tables, column by column; HTML stays HTML without scripts and menus, and the others stay as they are. Lines that pages repeat are left out. The body is a form (`multipart/form-data`), or the file with its own Content-Type and the other values in the query. The bytes of the file are kept only where the workspace says so. Password-protected, damaged and scanned files are `unreadable_document` with the `reason`.',
    query: DocumentQuery,
    body: AppendDocumentRequest,
    bodyTypes: documentBodyTypes,
    fileExample: {
      name: 'A page of Markdown',
      type: 'text/markdown',
      text: '# Ana\n\nA woman of 31 in Porto. I look for a long-term relationship.\n',
    },
    bodyLimit: limits.documentBytes + FORM_BYTES,
    answer: {
      status: 200,
      description: 'The changes, and the text that was read.',
      schema: DocumentResult,
    },
    errors: [
      'erased',
      'domain_not_found',
      'conflict',
      'unreadable_document',
      'unsupported_format',
      'warming_up',
    ],
    idempotency: 'optional',
    handle: ({ caller, body: { file, ...person } }) =>
      documents.append(caller.tenantId, person, givenDocument(file)),
  });
