/**
 * The probability that a soft field's text is right: its rule, and how far texts of the field can be trusted.
 */

import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import { logit } from '../../../platform/numeric/logistic.ts';
import type { TextDocument } from '../document.ts';
import type { FoundText } from '../rules/find-text.ts';
import type { DecisionModel } from './decision-model.ts';
import { featureAt, featureNames } from './feature-names.ts';

export function textFeatures(document: TextDocument, found: FoundText): Float64Array {
  const x = new Float64Array(featureNames.length);
  x[0] = 1;
  x[featureAt['finder text']!] = 1;
  x[featureAt['confidence of the rule']!] = logit(Math.min(0.99, Math.max(0.05, found.confidence)));
  x[featureAt['short text']!] = document.words.length < 8 ? 1 : 0;
  x[featureAt['long text']!] = Math.min(3, Math.max(0, Math.log2((document.words.length + 1) / 40)));
  return x;
}

export function describeText(
  document: TextDocument,
  field: FieldDefinition,
  found: FoundText,
  {
    model,
    definition,
  }: { readonly model: DecisionModel; readonly definition: Pick<DomainDefinition, 'domain'> },
): number {
  return model.probability(textFeatures(document, found), `${definition.domain}.${field.name}`, null);
}
