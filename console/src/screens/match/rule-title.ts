import type { MatchResult } from '../../api/queries.ts';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';

export type FilterRule = NonNullable<NonNullable<MatchResult['trace']>[number]['rules']>[number];

/** `filters.age` becomes «Filter: age»; rules with a name of their own have a sentence. */
export function ruleTitle({ rule }: Pick<FilterRule, 'rule'>): string {
  const known = text.match.ruleNames[rule];
  if (known !== undefined) return known;
  const [part, ...rest] = rule.split('.');
  const name = words(rest.join('.')).replace(/ within km$/, '');
  if (part === 'filters') return text.match.filterRule(name);
  return part === 'preferences' ? text.match.preferenceRule(name) : words(rule);
}
