/** A field with its compiled rules. */
import type { DefaultRule } from '../../../domains/extraction-rules.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import { labelledRules } from '../from-schema/labelled-rules.ts';
import {
  type CompiledRule,
  compileRule,
  compileText,
  type ExtractionTools,
  type PhraseGroups,
} from './compile-rule.ts';
import type { CompiledText } from './find-text.ts';

export interface CompiledField {
  readonly field: FieldDefinition;
  readonly rules: readonly CompiledRule[];
  readonly texts: readonly CompiledText[];
  readonly defaults: readonly DefaultRule[];
}

/** All rules of one field. */
export async function compileField(
  field: FieldDefinition,
  tools: ExtractionTools,
  groups: PhraseGroups,
): Promise<CompiledField> {
  const rules: CompiledRule[] = [];
  const texts: CompiledText[] = [];
  const defaults: DefaultRule[] = [];
  const declared = field.extract ?? [];
  for (const rule of declared.length === 0 ? [] : [...declared, ...labelledRules(field)]) {
    await tools.pause?.();
    if (rule.rule === 'text') texts.push(await compileText(rule, tools.encoder, groups));
    else if (rule.rule === 'default') defaults.push(rule);
    else rules.push(await compileRule(rule, tools, groups));
  }
  return { field, rules, texts, defaults };
}
