/**
 * Compiles a domain's rules for one other language. Its reader gives a view of a text in which the sentences of that
 * language alone can be read, with scopes and negations by its own cues.
 */

import type { FieldDefinition } from '../../domains/field.ts';
import type { LanguageRules } from '../../domains/language-rules.ts';
import { assignScopes, compileForeignCues } from '../assign-scopes.ts';
import type { ExtractionTools, PhraseGroups } from '../compile-rule.ts';
import { type CompiledField, compileField } from '../compiled-field.ts';
import type { TextDocument } from '../document.ts';
import { compileNegators, findNegations } from '../negation.ts';

export interface LanguageReader {
  readonly code: string;
  /** By field's name. */
  readonly fields: ReadonlyMap<string, CompiledField>;
  /** `codes`: the language of each sentence. */
  view(document: TextDocument, codes: readonly (string | null)[]): TextDocument;
}

export async function compileLanguage(
  code: string,
  rules: LanguageRules,
  definitions: readonly FieldDefinition[],
  tools: ExtractionTools,
  groups: PhraseGroups,
): Promise<LanguageReader> {
  const fields = new Map<string, CompiledField>();
  for (const field of definitions) {
    const extract = rules.fields[field.name];
    if (extract !== undefined)
      fields.set(field.name, await compileField({ ...field, extract }, tools, groups));
  }
  const cues = compileForeignCues(rules);
  const negators = compileNegators(rules.negators ?? []);
  return {
    code,
    fields,
    view: (document, codes) => {
      const scoped = assignScopes(document, cues);
      return {
        ...document,
        ...scoped,
        negations: findNegations(scoped, negators),
        languages: { isForeign: codes.map((own) => own !== code) },
      };
    },
  };
}
