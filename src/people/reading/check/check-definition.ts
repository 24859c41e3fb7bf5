/** Checks a definition: its faults by line, or its outline and its readings of texts. */

import { clip } from '../../../contract/clip.ts';
import { MIB } from '../../../contract/common.ts';
import { MAX_FAULTS, type TriedText } from '../../../contract/domain.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { outlineOf } from '../../../domains/definition-outline.ts';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { compileExtractor, type ExtractionTools } from '../compile-extractor.ts';
import type { ExtractedValue, Extraction, TextSource } from '../extractor.ts';
import { type CheckedDefinition, type CheckInput, unreadable } from './check-protocol.ts';

const MAX_MESSAGE = 500;
/** The largest answer of the thread, UTF-16 units: aliases can make a short file into a long definition. */
const MAX_ANSWER = 2 * MIB;

export async function checkDefinition(
  { source, texts, compile, nowMs }: CheckInput,
  tools: () => Promise<ExtractionTools>,
): Promise<CheckedDefinition> {
  let definition: DomainDefinition;
  try {
    definition = parseDefinition(source, 'definition');
  } catch (error) {
    return faultsOf(error);
  }
  const outline = outlineOf(definition);
  const results = texts.length > 0 || compile ? await read(definition, texts, nowMs, await tools()) : [];
  if (JSON.stringify({ outline, results }).length > MAX_ANSWER) {
    return unreadable('this describes more than 2 MiB; use shorter lists, or try shorter texts');
  }
  return { faults: [], faultsOmitted: 0, outline, results };
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

async function read(
  definition: DomainDefinition,
  texts: readonly string[],
  nowMs: number,
  tools: ExtractionTools,
): Promise<readonly TriedText[]> {
  const extractor = await compileExtractor(definition, tools);
  const results: TriedText[] = [];
  for (const text of texts) results.push(triedText(await extractor.extract(text, nowMs)));
  return results;
}

function triedText({ values, preferences, preferenceSpans }: Extraction): TriedText {
  return {
    fields: values.map((found) => ({ ...shownSource(found), field: found.field, value: found.value })),
    preferences: Object.entries(preferences).map(([field, value]) => {
      const found = preferenceSpans[field] ?? { span: [0, 0], confidence: 0 };
      return { ...shownSource({ origin: 'rules', ...found }), field, value };
    }),
  };
}

function shownSource({ confidence, span, path, signs, origin }: TextSource & Pick<ExtractedValue, 'origin'>) {
  return {
    probability: confidence,
    span: shownSpan(span),
    ...(path !== undefined && { path }),
    ...(signs !== undefined && { signs: { ...signs } }),
    origin,
  };
}

/** A default value has the empty span. */
function shownSpan([start, end]: readonly [number, number]): [number, number] | null {
  return end > start ? [start, end] : null;
}
