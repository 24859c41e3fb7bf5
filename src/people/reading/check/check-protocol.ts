/** The messages between `check-client.ts` and the thread that reads definitions of callers. */
import type { DefinitionFault, TriedText } from '../../../contract/domain.ts';
import type { DefinitionOutline } from '../../../domains/definition-outline.ts';

export interface CheckInput {
  readonly source: string;
  readonly texts: readonly string[];
  /** Compile the rules even where no text is read, as the service would. */
  readonly compile: boolean;
  readonly nowMs: number;
}

/** `prepare`: answered when the thread runs, or has the tools to read texts, so that no check pays for it. */
export type CheckMessage = { readonly prepare: 'thread' | 'tools' } | CheckInput;

export interface CheckedDefinition {
  readonly faults: readonly DefinitionFault[];
  readonly faultsOmitted: number;
  /** null where there are faults. */
  readonly outline: DefinitionOutline | null;
  /** In the order of the texts; empty where there are faults. */
  readonly results: readonly TriedText[];
}

/** A definition that cannot be checked, with one sentence that says why. */
export function unreadable(message: string): CheckedDefinition {
  return { faults: [{ line: 1, message }], faultsOmitted: 0, outline: null, results: [] };
}
