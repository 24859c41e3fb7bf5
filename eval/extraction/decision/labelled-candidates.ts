/** Candidates of cases with their labels: whether the gold says what the candidate says. */
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { isGeo } from '../../../src/domains/field.ts';
import type { ResolvePlace } from '../../../src/domains/place.ts';
import type { ExplainingExtractor } from '../../../src/people/reading/compile-extractor.ts';
import { agreesWithPreferences } from '../../../src/people/reading/corrections/agrees-with.ts';
import { textFeatures } from '../../../src/people/reading/decision/describe-text.ts';
import type { ReadFields } from '../../../src/people/reading/read-fields.ts';
import type { Case } from '../read-cases.ts';
import { isLeftOut, isRight } from '../score.ts';

export interface LabelledCandidate {
  readonly features: Float64Array;
  /** "domain.field", as the model's effects name it. */
  readonly field: string;
  readonly value: string | null;
  readonly number: number | null;
  readonly isRight: boolean;
  readonly weight: number;
}

export interface ReadCase {
  readonly given: Case;
  readonly read: ReadFields;
}

export async function explainCases(
  extractor: ExplainingExtractor,
  cases: readonly Case[],
): Promise<ReadCase[]> {
  const read: ReadCase[] = [];
  for (const given of cases)
    read.push({ given, read: await extractor.explain(given.text, Date.parse(given.now), given.known) });
  return read;
}

export function labelCandidates(
  definition: DomainDefinition,
  resolvePlace: ResolvePlace,
  { given, read }: ReadCase,
  weight: number,
): LabelledCandidate[] {
  const gold: Record<string, unknown> = { ...given.fields, ...given.derived };
  const labelled: LabelledCandidate[] = [];
  // Under a wrong side all fields of that side are wrong, which says nothing of their candidates.
  const side = definition.sides === undefined ? undefined : given.fields[definition.sides.field];
  const isWrongSide = read.side !== null && side !== undefined && read.side.side !== side;
  for (const candidate of read.candidates) {
    if (candidate.isSided && isWrongSide) continue;
    const { field, features } = candidate;
    const name = `${definition.domain}.${field.name}`;
    if (candidate.kind === 'preference') {
      if (isLeftOut(given, 'preferences')) continue;
      const isGold = agreesWithPreferences(field, candidate.preference, given.preferences);
      labelled.push({
        features,
        field: `${name} preference`,
        value: null,
        number: null,
        isRight: isGold,
        weight,
      });
      continue;
    }
    if (isLeftOut(given, field.name)) continue;
    const { value } = candidate;
    const goldValue = gold[field.name];
    const isGold = field.multiple
      ? [goldValue].flat().includes(value)
      : isRight(field, value, goldValue, resolvePlace);
    labelled.push({
      features,
      field: name,
      value: field.values === undefined ? null : String(value),
      number: typeof value === 'number' && !isGeo(field) ? value : null,
      isRight: isGold,
      weight,
    });
  }
  for (const field of definition.fields) {
    if (field.kind !== 'soft' || isLeftOut(given, field.name) || (field.sides !== undefined && isWrongSide))
      continue;
    const found = read.extraction.values.find((value) => value.field === field.name);
    if (found === undefined || found.origin === 'default' || found.origin === 'llm') continue;
    const ruleConfidence =
      field.extract?.[0]?.rule === 'text' && field.extract[0].take === 'matching' ? 0.8 : 0.7;
    const features = textFeatures(read.document, {
      ...found,
      value: String(found.value),
      confidence: ruleConfidence,
      origin: found.origin,
    });
    const isGold = isRight(field, found.value, gold[field.name], resolvePlace);
    labelled.push({
      features,
      field: `${definition.domain}.${field.name}`,
      value: null,
      number: null,
      isRight: isGold,
      weight,
    });
  }
  return labelled;
}
