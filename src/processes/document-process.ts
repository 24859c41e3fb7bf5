/** Entry file of the process that reads documents. Argument: the most memory that it may take, bytes. */
import { serveDocuments } from '../people/documents/serve-documents.ts';

serveDocuments(Number(process.argv[2]));
