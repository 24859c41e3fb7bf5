/** The mapping of an index. Nothing is added to it later; a value outside of it is ignored. */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { isGeo } from '../../../../domains/field.ts';
import { isNumber, isText, layoutOf } from './layout.ts';

const column = (type: string) => ({ type, index: false });
const searched = (type: string) => ({ type, doc_values: false });

export function mappingOf(definition: DomainDefinition): Readonly<Record<string, unknown>> {
  const properties: Record<string, unknown> = {
    t: { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' },
    u: column('keyword'),
    a: { type: 'long' },
    s: { type: 'long' },
  };
  for (let word = 0; word < layoutOf(definition).words; word++) properties[`w${word}`] = column('long');
  definition.fields.forEach((field, at) => {
    if (field.kind === 'soft') return;
    if (isNumber(field)) {
      properties[`n${at}`] = { type: 'double' };
      properties[`f${at}`] = searched('double');
      properties[`o${at}`] = searched('double');
    }
    if (isText(field)) properties[`h${at}`] = column('long');
    if (isGeo(field)) {
      for (const name of ['y', 'x', 'r']) properties[`${name}${at}`] = column('double');
      properties[`h${at}`] = column('long');
      properties[`l${at}`] = searched('geo_point');
    }
  });
  return { dynamic: false, _source: { enabled: false }, properties };
}
