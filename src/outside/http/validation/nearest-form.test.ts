/** The intended variant of a body where a key names the variant: `architecture` of an adaptation. */
import { expect, test } from 'vitest';
import { AdaptationRequest } from '../../../contract/adaptation.ts';
import { describeIssues } from './describe-issues.ts';

function messagesOf(more: object): readonly string[] {
  const body = { dataset_id: 'ds_1', name: 'next', ...more };
  const { error } = AdaptationRequest.safeParse(body, { reportInput: true });
  return error === undefined
    ? []
    : describeIssues(error, 'body', body).map(({ path, message }) => `${path}: ${message}`);
}

const both = 'architecture: expected one of "sequential-recommender", "generative-retriever", was given';

test.each<readonly [string, object, readonly (string | RegExp)[]]>([
  ['of no form lists those of all', { architecture: 'oracle' }, [`${both} the string "oracle"`]],
  ['that is no text', { architecture: null }, [`${both} null`]],
  [
    'of no form beside another fault',
    { architecture: 'oracle', name: '' },
    [/^name: /, `${both} the string "oracle"`],
  ],
  [
    'of the second form: its faults alone',
    { architecture: 'generative-retriever', settings: { negatives: 3 } },
    [/^settings\.negatives: unknown key/],
  ],
  [
    'of the first form',
    { architecture: 'sequential-recommender', settings: { unknown_rate: 0.5 } },
    [/^settings\.unknown_rate: unknown key/],
  ],
  [
    'of the second form, without a key that both need',
    { architecture: 'generative-retriever', name: undefined },
    ['name: is required (a string)'],
  ],
  ['left out', { settings: { layers: 3 } }, [/^settings\.layers: unknown key/]],
])('a value %s', (_, more, words) => {
  const found = messagesOf(more);
  expect(found).toHaveLength(words.length);
  for (const [at, word] of words.entries())
    if (typeof word === 'string') expect(found[at]).toBe(word);
    else expect(found[at]).toMatch(word);
});
