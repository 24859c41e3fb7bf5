/** The messages between `extraction-client.ts` and the extraction thread. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import type { ErrorMessage } from '../../../platform/threads/error-message.ts';
import type { Extraction, ReadingOptions } from '../extractor.ts';

/** The start-up data of the thread. */
export interface ExtractionThreadData {
  /** 0 to 19. */
  readonly niceness: number;
}

export interface ExtractionInput {
  readonly text: string;
  readonly nowMs: number;
  readonly known: FieldValues;
  readonly options: ReadingOptions;
}

export interface ExtractionMessage extends ExtractionInput {
  /** Number of the definition; the definition itself comes with its first text. */
  readonly definitionId: number;
  readonly definition?: DomainDefinition;
}

/** Several texts per message. */
export type ExtractionRequest = readonly ExtractionMessage[];

/** In the order of the texts. */
export type ExtractionAnswer = readonly (
  | { readonly extraction: Extraction }
  | { readonly error: ErrorMessage }
)[];
