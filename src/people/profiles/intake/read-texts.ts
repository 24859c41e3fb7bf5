/** Reads the free texts of one intake call by the tenant's extractor: new context items and their values. */
import { ApiError } from '../../../contract/errors.ts';
import type { ReadingDepth } from '../../../contract/reading-depths.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import { parsePreferences } from '../../../domains/parse-filter.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type { ContextItem, ExtractedPart, Provenance } from '../../../platform/storage/profile-row.ts';
import type { Extraction, Extractor } from '../../reading/extractor.ts';
import { signText, type TextSignature } from '../context/context-text.ts';
import { mergeExtraction, sourceInText } from '../record/merge-extraction.ts';

export interface GivenText {
  readonly text: string;
  readonly source: 'context' | 'memory';
  /** The `source` of the context item. */
  readonly label: string;
  /** Set if computed already: signing a long text takes tens of milliseconds. */
  readonly signature?: TextSignature;
}

export interface ReadText {
  readonly given: Pick<GivenText, 'source'>;
  readonly item: ContextItem;
  readonly extraction: Extraction;
}

export interface TextReader {
  readonly extractor: Extractor;
  readonly depth: ReadingDepth;
  readonly newContextId: () => string;
  readonly nowMs: number;
  /** Whether the readings that lost are wanted too. */
  readonly explained?: boolean;
}

export async function readTexts(
  reader: TextReader,
  texts: readonly GivenText[],
  known: FieldValues,
): Promise<readonly ReadText[]> {
  const read: ReadText[] = [];
  const createdAt = new Date(reader.nowMs).toISOString();
  const { depth, explained } = reader;
  for (const text of texts) {
    const { hash, minhash } = text.signature ?? signText(text.text);
    read.push({
      given: text,
      item: {
        contextId: reader.newContextId(),
        source: text.label,
        content: text.text,
        contentHash: hash,
        minhash,
        createdAt,
      },
      extraction: await reader.extractor.extract(text.text, reader.nowMs, known, { depth, explained }),
    });
  }
  return read;
}

/**
 * Merges the values of `texts` over `earlier` ones. A preference that the domain's grammar refuses (a
 * distance beyond the globe) is left out. So no call fails because a rule misread a text.
 */
export function mergeTexts(
  definition: DomainDefinition,
  resolvePlace: ResolvePlace,
  earlier: ExtractedPart,
  texts: readonly ReadText[],
): ExtractedPart {
  let { layer } = earlier;
  const preferences: Record<string, unknown> = { ...earlier.preferences };
  const preferenceProvenance: Record<string, Provenance> = { ...earlier.preferenceProvenance };
  for (const { given, item, extraction } of texts) {
    const at = item.createdAt;
    layer = mergeExtraction(definition, layer, {
      extraction,
      source: given.source,
      contextId: item.contextId,
      at,
    });
    for (const [key, value] of Object.entries(extraction.preferences)) {
      if (!isPreference(definition, { [key]: value }, resolvePlace)) continue;
      const found = extraction.preferenceSpans[key];
      preferences[key] = value;
      preferenceProvenance[key] = {
        source: given.source,
        extractor: found?.origin ?? 'rules',
        ...(found === undefined
          ? { context_id: item.contextId, confidence: 0.5 }
          : sourceInText(found, item.contextId)),
        at,
      };
    }
  }
  return { layer, preferences, preferenceProvenance };
}

function isPreference(
  definition: DomainDefinition,
  wire: Readonly<Record<string, unknown>>,
  resolvePlace: ResolvePlace,
): boolean {
  try {
    parsePreferences(definition, wire, resolvePlace);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
