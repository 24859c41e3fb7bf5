import adaptModel from 'counterpart-operation:adaptModel';
import moveModelAlias from 'counterpart-operation:moveModelAlias';
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { callSnippet } from './call-snippet.ts';

const body = { name: `o'neil "x" $HOME \`id\` \\ é`, settings: { blend: false } };
const origin = 'http://127.0.0.1:8080';

it('survives a shell unchanged, with a key of its own for each call', () => {
  const snippet = callSnippet('curl', { operation: adaptModel, body }, origin);
  expect(snippet).toContain('Idempotency-Key: $(uuidgen)');
  const printed = execFileSync(
    'sh',
    ['-c', `curl() { for last; do :; done; printf %s "$last"; }\n${snippet}`],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  expect(JSON.parse(printed.toString())).toEqual(body);
});

it('names the method of each client, with the values of the path first', () => {
  const call = { operation: moveModelAlias, at: ['live'], body: { model_id: 'm1' } };
  expect(callSnippet('curl', call, origin)).toContain(`-X PUT '${origin}/v1/model-aliases/live'`);
  expect(callSnippet('typescript', call, origin)).toContain('client.modelAliases.move("live", {');
  expect(callSnippet('python', call, origin)).toContain(
    'client.model_aliases.move(\n    "live",\n    model_id="m1",\n)',
  );
});
