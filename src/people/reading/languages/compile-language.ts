/**
 * Compiles a domain's rules for one other language. Its reader gives a view of a text in which the sentences
 * of that language alone can be read. The view has scopes, negations and numbers of its own.
 */

import type { FieldDefinition } from '../../../domains/field.ts';
import type { LanguageRules } from '../../../domains/language-rules.ts';
import type { TextDocument } from '../document.ts';
import { compileNegators } from '../negation/compile-negators.ts';
import { findNegations } from '../negation/find-negations.ts';
import { PhraseGroup } from '../phrases/phrase-group.ts';
import { wordId } from '../phrases/word-ids.ts';
import type { CompiledRule, ExtractionTools, PhraseGroups } from '../rules/compile-rule.ts';
import { type CompiledField, compileField } from '../rules/compiled-field.ts';
import { assignScopes } from '../scopes/assign-scopes.ts';
import { compileForeignCues } from '../scopes/compile-scope-cues.ts';
import type { Word } from '../words/read-text.ts';
import { TextMemo } from '../words/text-memo.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import type { NumberWords } from './number-words.ts';
import { foreignNumbersOf } from './number-words-of.ts';

export interface LanguageReader {
  readonly code: string;
  /** By field's name. */
  readonly fields: ReadonlyMap<string, CompiledField>;
  /** `codes`: the language of each sentence. */
  view(document: TextDocument, codes: readonly (string | null)[]): TextDocument;
}

/** `english`: the fields with their English rules, some of which hold in every language. */
export async function compileLanguage(
  code: string,
  rules: LanguageRules,
  english: readonly CompiledField[],
  tools: ExtractionTools,
): Promise<LanguageReader> {
  // Phrases of their own: an English text is not compared with them, nor is its spelling corrected to them.
  const groups: PhraseGroups = { cues: new PhraseGroup(), excluding: new PhraseGroup() };
  const ownTools = { ...tools, placeCues: rules.place_cues };
  const fields = new Map<string, CompiledField>();
  for (const compiled of english) {
    const { name } = compiled.field;
    const extract = rules.fields[name];
    const own =
      extract === undefined ? null : await compileField(definitionOf(compiled, extract), ownTools, groups);
    const same = rules.same_as_english[name];
    const shared =
      same === undefined ? [] : compiled.rules.map((rule) => without(rule, new Set(same.except)));
    if (own !== null || shared.length > 0)
      fields.set(name, {
        field: compiled.field,
        rules: [...(own?.rules ?? []), ...shared],
        texts: own?.texts ?? [],
        defaults: own?.defaults ?? [],
      });
  }
  await tools.pause?.();
  const numbers = foreignNumbersOf(code);
  const cues = compileForeignCues(code, rules);
  const negators = compileNegators(code, rules.negators ?? []);
  await tools.pause?.();
  const corrector = new SpellingCorrector([
    ...cues.vocabulary,
    ...groups.cues.vocabulary,
    ...(numbers === undefined ? [] : wordsOf(numbers)),
  ]);
  return {
    code,
    fields,
    view: (document, codes) => {
      const words = document.words.map((word) => spelledIn(word, corrector));
      const scoped = assignScopes({ ...document, words, memo: new TextMemo() }, cues);
      return {
        ...document,
        ...scoped,
        foreignLanguage: numbers === undefined ? undefined : code,
        negations: findNegations(scoped, negators),
        languages: { isForeign: codes.map((own) => own !== code) },
      };
    },
  };
}

function definitionOf(
  { field }: CompiledField,
  extract: NonNullable<FieldDefinition['extract']>,
): FieldDefinition {
  return { ...field, extract };
}

/** "Stunde" is no misspelt "Stunden". */
function wordsOf({ numbers, periods, periodAdjectives, currencies, scales }: NumberWords): readonly string[] {
  return [numbers, periods, periodAdjectives, currencies, scales].flatMap((words) => [...words.keys()]);
}

/** The word as the language's phrases have it: English corrections are undone. */
function spelledIn(word: Word, corrector: SpellingCorrector): Word {
  const nearest = corrector.correct(word.word);
  // Another ending is another form of the word ("infirmier", "infirmiers"), not a slip.
  const corrected = nearest !== null && nearest.slice(-2) === word.word.slice(-2) ? nearest : null;
  const form = corrected ?? word.word;
  if (form === word.form && !word.corrected) return word;
  return { ...word, form, corrected: corrected !== null, id: wordId(form) };
}

function without(compiled: CompiledRule, values: ReadonlySet<string>): CompiledRule {
  if (values.size === 0) return compiled;
  return {
    rule: compiled.rule,
    find: async (document, readsWish) => {
      const found = await compiled.find(document, readsWish);
      return {
        values: found.values.filter(({ value }) => !values.has(String(value))),
        foundPreferences: found.foundPreferences.filter(
          ({ preference }) => preference.kind !== 'value' || !values.has(String(preference.value)),
        ),
      };
    },
  };
}
