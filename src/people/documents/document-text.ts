/** The text of a document, and what of the document is not in it. */
import type { DocumentFormat } from '../../contract/document.ts';

interface DroppedParts {
  /** Lines that pages repeat: headers, footers, page numbers. */
  readonly repeated_lines?: number;
  /** Pages without text: pictures. */
  readonly pages_without_text?: number;
  readonly images?: number;
  /** Scripts and styles of a page. */
  readonly scripts?: number;
  /** Menus, forms and footers of a page. */
  readonly menus?: number;
}

export interface DocumentText {
  readonly format: DocumentFormat;
  /** Markdown, or the text of the document where `reading/` reads its format by itself. */
  readonly text: string;
  /** The number of pages of a PDF. */
  readonly pages?: number;
  readonly dropped: DroppedParts;
}

export interface DocumentLimits {
  readonly maxPages: number;
}
