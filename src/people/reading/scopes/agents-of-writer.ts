/**
 * Agents of the writer's, or of the person that they write for: "our bot writes", "his agent talks REST",
 * "ours draws".
 */
import type { ScopedText } from './assign-scopes.ts';
import type { WordScope } from './word-scope.ts';

/**
 * Words from the start of a sentence in which an agent of the writer's, or of the person they write for,
 * appears.
 */
const AGENT_WORDS = 5;
const possessives = new Set('my our his her their'.split(' '));
const agents = new Set('agent bot assistant chatbot helper orchestrator planner'.split(' '));
const wants = new Set(
  'must should shall need needs needed required want wants would looking look find seek seeks seeking searching lacks lack wish miss misses partner counterpart'.split(
    ' ',
  ),
);

/** A question before it does not make "Ours writes code" a wish. */
export function scopesWithOwnAgents({ words, sentences, scopes }: ScopedText): readonly WordScope[] {
  const owned = [...scopes];
  for (const { first, last } of sentences) {
    if (scopes[first] !== 'wish' || !isOwnAgent(words, first, last)) continue;
    const { clause } = words[first]!;
    for (let at = first; at < last && words[at]!.clause === clause; at++)
      if (owned[at] === 'wish') owned[at] = 'self';
  }
  return owned;
}

/** Whether the first clause of words [first, last) tells of an agent of the writer's. */
export function isOwnAgent(words: ScopedText['words'], first: number, last: number): boolean {
  const { clause, form } = words[first]!;
  let end = first;
  while (end < last && words[end]!.clause === clause) end++;
  const opening = words.slice(first, Math.min(end, first + AGENT_WORDS));
  const isNamed = possessives.has(form) && opening.some((word) => agents.has(word.form));
  const isOwn = isNamed || ((form === 'ours' || form === 'mine') && end > first + 1);
  return isOwn && !words.slice(first, end).some((word) => wants.has(word.form));
}
