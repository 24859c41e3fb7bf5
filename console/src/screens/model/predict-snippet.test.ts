import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { predictSnippet } from './predict-snippet.ts';

const history = [`o'neil "x" $HOME \`id\` \\ é 🦊`, 'b'];
const rules = [{ filter: { kind: 'tea' }, pin_at: 1 }];
const predict = { history, limit: 10, mode: 'predict', more: {} } as const;
const generate = { history, limit: 10, mode: 'generate', more: { rules } } as const;
const ofPerson = { ...predict, more: { person_id: 'ana' } } as const;
const ofSession = { ...predict, more: { session_id: 's-81' } } as const;
const of = (
  language: 'curl' | 'typescript' | 'python',
  asked: typeof predict | typeof generate | typeof ofPerson | typeof ofSession,
) => predictSnippet(language, 'model_1', asked, 'http://127.0.0.1:8080');

it('survives a shell unchanged', () => {
  for (const [asked, body] of [
    [predict, { history, limit: 10 }],
    [generate, { model_id: 'model_1', history, limit: 10, rules }],
    [ofPerson, { limit: 10, person_id: 'ana' }],
    [ofSession, { limit: 10, session_id: 's-81' }],
  ] as const) {
    const shown = execFileSync('sh', [
      '-c',
      `curl() { for last; do :; done; printf %s "$last"; }\n${of('curl', asked)}`,
    ]);
    expect(JSON.parse(shown.toString())).toEqual(body);
  }
  expect(of('curl', predict)).toContain('/v1/models/model_1/predict');
  expect(of('curl', generate)).toContain('/v1/generate');
});

it('calls the methods of the clients', () => {
  expect(of('typescript', predict)).toContain('client.models.predict("model_1", {');
  expect(of('typescript', generate)).toContain('client.generate.run({');
  expect(of('python', predict)).toContain('client.models.predict(\n    "model_1",\n    history=[');
  expect(of('python', generate)).toContain('client.generate.run(\n    model_id="model_1",');
});
