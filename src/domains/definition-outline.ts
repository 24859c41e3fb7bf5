/**
 * The outline of a definition, with digests in place of its long parts. It is enough to describe the
 * definition and to compare it with another. Definitions of strangers leave their thread in this form only.
 */
import { createHash } from 'node:crypto';
import type { DomainDefinition } from './definition.ts';
import type { FieldDefinition } from './field.ts';
import type { BaseRate, Term } from './scorecard.ts';

export interface FieldOutline extends Omit<FieldDefinition, 'extract' | 'value_labels'> {
  readonly rules: number;
  /** Digests; null where the field has none. */
  readonly extract: string | null;
  readonly value_labels: string | null;
}

export interface DefinitionOutline {
  readonly definition: Omit<DomainDefinition, 'fields' | 'scorecard' | 'extraction'>;
  readonly fields: readonly FieldOutline[];
  readonly intercept: number;
  readonly base_rate: BaseRate | null;
  readonly temperature: number;
  readonly terms: readonly Term[];
  /** Digests by the part of the definition. */
  readonly digests: Readonly<Record<'extraction' | 'head' | 'cross_encoder', string | null>>;
}

export function outlineOf({
  fields,
  scorecard,
  extraction,
  ...definition
}: DomainDefinition): DefinitionOutline {
  const { intercept, base_rate = null, temperature, terms, head, cross_encoder } = scorecard;
  return {
    definition,
    fields: fields.map(({ extract, value_labels, ...field }) => ({
      ...field,
      rules: extract?.length ?? 0,
      extract: digestOf(extract),
      value_labels: digestOf(value_labels),
    })),
    intercept,
    base_rate,
    temperature,
    terms,
    digests: {
      extraction: digestOf(extraction),
      head: digestOf(head),
      cross_encoder: digestOf(cross_encoder),
    },
  };
}

function digestOf(part: unknown): string | null {
  return part === undefined ? null : createHash('sha256').update(JSON.stringify(part)).digest('base64url');
}
