/** The text of a profile by whose words it is compared and counted. */
import { detached } from '../../../contract/detached-text.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';

/** Characters that are read; the rest is not. */
const MOST_CHARACTERS = 20_000;

/** All soft fields. `read`: the value of a field. */
export function textForWords(
  { fields }: Pick<DomainDefinition, 'fields'>,
  read: (field: string) => unknown,
): string {
  const texts = fields.filter(({ kind }) => kind === 'soft').map(({ name }) => read(name) ?? '');
  const whole = texts.join(' ');
  return whole.length <= MOST_CHARACTERS ? whole : detached(whole.slice(0, MOST_CHARACTERS));
}
