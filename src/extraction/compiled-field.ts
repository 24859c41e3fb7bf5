/** A field with its compiled rules. */
import type { DefaultRule } from '../domains/extraction-rules.ts';
import type { FieldDefinition } from '../domains/field.ts';
import type { CompiledRule } from './compile-rule.ts';
import type { CompiledText } from './find-text.ts';

export interface CompiledField {
  readonly field: FieldDefinition;
  readonly rules: readonly CompiledRule[];
  readonly texts: readonly CompiledText[];
  readonly defaults: readonly DefaultRule[];
}
