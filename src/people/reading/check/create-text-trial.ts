/**
 * Reads texts by a definition that is not stored. The last extractor is kept, because compiling one takes
 * far longer than reading a text with it. A change of the scorecard, which no reading depends on, keeps it too.
 */
import { MIB } from '../../../contract/common.ts';
import type { TriedText } from '../../../contract/domain.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { Scorecard } from '../../../domains/scorecard.ts';
import { compileExtractor, type ExtractionTools } from '../compile-extractor.ts';
import { shownLost } from '../explanation/shown-lost.ts';
import type { ExtractedValue, Extraction, Extractor, TextSource } from '../extractor.ts';

/** UTF-16 units of the JSON of a definition whose extractor is kept. */
const MAX_KEPT = 2 * MIB;
const noScorecard = Scorecard.parse({});

export type TryTexts = (
  definition: DomainDefinition,
  texts: readonly string[],
  nowMs: number,
) => Promise<readonly TriedText[]>;

export function createTextTrial(tools: ExtractionTools): TryTexts {
  let kept: { readonly key: string; readonly extractor: Extractor } | null = null;

  async function extractorOf(definition: DomainDefinition): Promise<Extractor> {
    const read = { ...definition, version: 1, title: '', description: '', scorecard: noScorecard };
    const key = JSON.stringify(read);
    if (kept?.key === key) return kept.extractor;
    // The memory of the former one is free before the next is compiled.
    kept = null;
    const extractor = await compileExtractor(read, tools);
    if (key.length <= MAX_KEPT) kept = { key, extractor };
    return extractor;
  }

  return async (definition, texts, nowMs) => {
    const extractor = await extractorOf(definition);
    const results: TriedText[] = [];
    for (const text of texts)
      results.push(triedText(await extractor.extract(text, nowMs, {}, { explained: true })));
    return results;
  };
}

function triedText({ values, preferences, preferenceSpans, lost = [] }: Extraction): TriedText {
  return {
    fields: values.map((found) => ({ ...shownSource(found), field: found.field, value: found.value })),
    preferences: Object.entries(preferences).map(([field, value]) => {
      const found = preferenceSpans[field] ?? { span: [0, 0], confidence: 0 };
      return { ...shownSource({ origin: 'rules', ...found }), field, value };
    }),
    lost: Object.fromEntries(
      [...Map.groupBy(lost, ({ field }) => field)].map(([field, readings]) => [
        field,
        readings.map((reading) => shownLost(reading)),
      ]),
    ),
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
