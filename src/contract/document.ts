/** POST /documents: a file about a person; POST /documents/read: one that is not stored. */
import { z } from 'zod';
import { DomainInAddress, DomainParameter, Identifier, SourceLabel } from './common.ts';
import { ReadProfile } from './match.ts';
import { ContextResult } from './user.ts';

/** The format of a document, as the answer names it. */
export const documentFormats = ['pdf', 'docx', 'html', 'markdown', 'latex', 'json', 'text'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

export const DocumentQuery = z.strictObject({
  user_id: Identifier.meta({ example: 'ana' }).describe('The person whom the document is about.').optional(),
  domain: DomainInAddress.optional(),
  source: SourceLabel.meta({ example: 'cv' }).optional(),
});

export const ReadDocumentQuery = z.strictObject({ domain: DomainInAddress.optional() });

const DocumentFile = z
  .unknown()
  .refine((file) => typeof file === 'object' && file !== null, { error: 'is no file' })
  .meta({ type: 'string', format: 'binary' })
  .describe(
    'PDF, DOCX, HTML, Markdown, LaTeX, JSON or plain text, by its media type, the ending of its name or its first bytes.',
  );

export const AppendDocumentRequest = z
  .strictObject({
    user_id: Identifier,
    domain: DomainParameter,
    source: SourceLabel,
    file: DocumentFile,
  })
  .meta({ id: 'AppendDocumentRequest' });

export const ReadDocumentRequest = z
  .strictObject({ domain: DomainParameter, file: DocumentFile })
  .meta({ id: 'ReadDocumentRequest' });

const documentFacts = {
  format: z.enum(documentFormats),
  bytes: z.number().int(),
  sha256: z.string(),
  pages: z.number().int().optional().describe('Pages of a PDF.'),
  characters: z.number().int().describe('Characters of the text that was read.'),
  dropped: z
    .object({
      repeated_lines: z.number().int().optional().describe('Headers, footers and page numbers.'),
      pages_without_text: z.number().int().optional().describe('Scanned pages.'),
      images: z.number().int().optional(),
      scripts: z.number().int().optional().describe('Scripts and styles of a page.'),
      menus: z.number().int().optional().describe('Menus, forms and footers of a page.'),
    })
    .describe('Parts of the document that are not in the text.'),
};

export const DocumentResult = ContextResult.extend({
  document: z.object({
    ...documentFacts,
    kept: z.boolean().describe('Whether the bytes are kept; the workspace decides.'),
  }),
}).meta({ id: 'DocumentResult' });
export type DocumentResult = z.infer<typeof DocumentResult>;

export const ReadDocumentResult = z
  .object({
    text: z
      .string()
      .describe(
        'Markdown of PDF, DOCX and LaTeX. HTML stays HTML, without scripts and menus; the others stay as they are.',
      ),
    profile: ReadProfile.describe(
      'Values that were read in the text; spans are UTF-16 offsets into it. `lost` has the readings that were not taken.',
    ),
    document: z.object(documentFacts),
  })
  .meta({ id: 'ReadDocumentResult' });
export type ReadDocumentResult = z.infer<typeof ReadDocumentResult>;
