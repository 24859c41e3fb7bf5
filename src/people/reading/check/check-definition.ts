/**
 * Checks a definition: its faults by line, or its outline and its readings of texts. The last definition is
 * kept as it was parsed, because many texts are tried with the same one.
 */
import { clip } from '../../../contract/clip.ts';
import { MIB } from '../../../contract/common.ts';
import { MAX_FAULTS } from '../../../contract/domain.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { outlineOf } from '../../../domains/definition-outline.ts';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { type CheckedDefinition, type CheckInput, unreadable } from './check-protocol.ts';
import type { TryTexts } from './create-text-trial.ts';

const MAX_MESSAGE = 500;
/** The largest answer of the thread, UTF-16 units: aliases can make a short file into a long definition. */
const MAX_ANSWER = 2 * MIB;

/** UTF-16 units of the JSON of a definition that is kept: what aliases repeat counts each time. */
const MAX_KEPT = 2 * MIB;

export type CheckDefinition = (input: CheckInput) => Promise<CheckedDefinition>;

/** `trial`: opened with the first text, since a check without texts does not need it. */
export function createDefinitionCheck(trial: () => Promise<TryTexts>): CheckDefinition {
  let kept: { readonly source: string; readonly definition: DomainDefinition } | null = null;

  function parsed(source: string): DomainDefinition {
    if (kept?.source === source) return kept.definition;
    kept = null;
    const definition = parseDefinition(source, 'definition');
    if (JSON.stringify(definition).length <= MAX_KEPT) kept = { source, definition };
    return definition;
  }

  return async ({ source, texts, compile, nowMs }) => {
    let definition: DomainDefinition;
    try {
      definition = parsed(source);
    } catch (error) {
      return faultsOf(error);
    }
    const outline = outlineOf(definition);
    const results = texts.length > 0 || compile ? await (await trial())(definition, texts, nowMs) : [];
    if (JSON.stringify({ outline, results }).length > MAX_ANSWER) {
      return unreadable('this describes more than 2 MiB; use shorter lists, or try shorter texts');
    }
    return { faults: [], faultsOmitted: 0, outline, results };
  };
}

function faultsOf(error: unknown): CheckedDefinition {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
  const issues = 'issues' in error.details ? error.details.issues : [];
  const faults = issues.map(({ line = 1, column, path, message }) => ({
    line,
    ...(column === undefined ? {} : { column }),
    ...(path === '' ? {} : { path: clip(path, MAX_MESSAGE) }),
    message: clip(message, MAX_MESSAGE),
  }));
  const sorted = faults.sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0));
  return {
    faults: sorted.slice(0, MAX_FAULTS),
    faultsOmitted: Math.max(0, sorted.length - MAX_FAULTS),
    outline: null,
    results: [],
  };
}
