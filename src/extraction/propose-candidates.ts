/** Lets the finders of a field propose candidates: all its rules read the text, none ends the search. */
import type { FieldDefinition } from '../domains/field.ts';
import { firstChoiceOf, valueForField } from './combine-findings.ts';
import type { CompiledRule } from './compile-rule.ts';
import type { PreferenceCandidate, ValueCandidate } from './decision/candidate.ts';
import { type FoundPreference, type FoundValue, spanOf, type TextDocument } from './document.ts';

export type SideTest = (sides: readonly string[] | undefined) => boolean;

/**
 * Vectors are the costliest evidence: prototypes are only compared where no other finder is at least so
 * confident.
 */
const CONFIDENT_ENOUGH = 0.7;
const none = new Float64Array(0);

export interface Proposed {
  readonly values: readonly ValueCandidate[];
  readonly preferences: readonly PreferenceCandidate[];
}

export async function proposeCandidates(
  document: TextDocument,
  field: FieldDefinition,
  rules: readonly CompiledRule[],
  isForSide: SideTest,
): Promise<Proposed> {
  const values: ValueCandidate[] = [];
  const preferences: PreferenceCandidate[] = [];
  for (const [position, { rule, find }] of rules.entries()) {
    if (!isForSide(rule.sides)) continue;
    const isSided = field.sides !== undefined || rule.sides !== undefined;
    const common = { field, finder: rule.rule, rule: position, isSided, features: none, probability: 0 };
    const add = ({
      values: found,
      foundPreferences,
    }: {
      values: readonly FoundValue[];
      foundPreferences: readonly FoundPreference[];
    }) => {
      for (const finding of found) {
        const value = valueForField(field, finding.value);
        if (value === null) continue;
        values.push({
          ...common,
          kind: 'value',
          value,
          finding,
          span: spanOf(document, finding),
          isFirstChoice: false,
        });
      }
      for (const finding of foundPreferences) {
        const { preference } = finding;
        preferences.push({
          ...common,
          kind: 'preference',
          preference,
          finding,
          span: spanOf(document, finding),
          isFirstChoice: false,
        });
      }
    };
    const found = { values: [] as readonly FoundValue[], foundPreferences: [] as readonly FoundPreference[] };
    const isSettled = values.some(({ finding }) => finding.confidence >= CONFIDENT_ENOUGH);
    if (rule.gives === 'preference') add({ ...found, ...preferencesOf(await find(document, false)) });
    else if (rule.rule !== 'prototype' || !isSettled) {
      const findings = await find(document, false);
      const alsoPrefers = rule.rule === 'place' && rule.wish_gives_preference;
      add({ values: findings.values, foundPreferences: alsoPrefers ? findings.foundPreferences : [] });
    }
    if (rule.wish_gives_preference) add({ ...found, ...preferencesOf(await find(document, true)) });
  }
  markFirstChoices(document, field, values, preferences);
  return { values, preferences };
}

const preferencesOf = ({ foundPreferences }: { foundPreferences: readonly FoundPreference[] }) => ({
  foundPreferences,
});

/**
 * What the rules alone would choose: of the first rule that finds something the most confident candidate; of a
 * set all candidates, and those of later phrases.
 */
function markFirstChoices(
  document: TextDocument,
  field: FieldDefinition,
  values: readonly ValueCandidate[],
  preferences: readonly PreferenceCandidate[],
): void {
  const rule = values[0]?.rule;
  const ofRule = values.filter((candidate) => candidate.rule === rule);
  const chosen = firstChoiceOf(
    document,
    field,
    ofRule.map(({ finding }) => finding),
  );
  for (const candidate of values) {
    const isOfSet = field.multiple && (candidate.rule === rule || candidate.finder === 'phrases');
    if (isOfSet || candidate.finding === chosen) candidate.isFirstChoice = true;
  }
  const best = Math.max(...preferences.map(({ finding }) => finding.confidence));
  for (const candidate of preferences)
    if (candidate.finding.confidence === best) candidate.isFirstChoice = true;
}
