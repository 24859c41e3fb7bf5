/** Whether wishes in texts become preferences, which the rules of a field say. */
import { isMap, isSeq, type YAMLMap } from 'yaml';
import { setKey } from './set-key.ts';
import type { TextEdit } from './yaml-text.ts';

const KEY = 'wish_gives_preference';
/** Rules that never give a preference, or always do, are left as they are. */
const takesWishes = (rule: YAMLMap) => rule.get('rule') !== 'default' && !rule.has('gives');

/** null: the field has no rules of its own, or they are written elsewhere. */
export function rulesOf(map: YAMLMap): readonly YAMLMap[] | null {
  const rules = map.get('extract', true);
  if (!isSeq(rules)) return null;
  const known = rules.items.filter((rule) => isMap(rule) && takesWishes(rule)) as YAMLMap[];
  return known.length === 0 ? null : known;
}

export const givesWishes = (rules: readonly YAMLMap[]) => rules.some((rule) => rule.get(KEY) === true);

export function setWishes(source: string, rules: readonly YAMLMap[], on: boolean): readonly TextEdit[] {
  return rules
    .filter((rule) => (rule.get(KEY) === true) !== on)
    .flatMap((rule) => setKey(source, rule, KEY, on || undefined, ['rule', KEY]));
}
