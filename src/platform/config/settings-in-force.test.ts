import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';
import { settingsInForce } from './settings-in-force.ts';

function inForce(environment: Record<string, string>, argv: readonly string[]) {
  const all = settingsInForce(readSettings(environment, argv), { environment, argv });
  return (variable: string) => all.find((one) => one.variable === variable);
}

test('each has its value and where that comes from; a flag comes before a variable', () => {
  const of = inForce({ PORT: '1', HOST: '0.0.0.0', LOG_LEVEL: '' }, ['--port=8081', '--console', 'off']);
  expect(of('PORT')).toMatchObject({ value: '8081', source: 'flag', set: true });
  expect(of('HOST')).toMatchObject({ value: '0.0.0.0', source: 'environment' });
  expect(of('LOG_LEVEL')).toMatchObject({ value: 'info', source: 'default' });
  expect(of('COUNTERPART_CONSOLE')).toMatchObject({ value: 'off', source: 'flag' });
  expect(of('PUBLIC_URL')).toMatchObject({ value: null, source: 'default', set: false });
});

test('a secret is said to be set, and never shown', () => {
  const secret = 'sk-do-not-show';
  const environment = {
    LLM_API_KEY: secret,
    LLM_URL: `https://user:${secret}@llm.example/${secret}`,
    LLM_MODEL: 'm',
    SMTP_URL: `smtp://me:${secret}@mail.example`,
    AWS_SECRET_ACCESS_KEY: secret,
  };
  const all = settingsInForce(readSettings(environment, []), { environment, argv: [] });
  for (const variable of Object.keys(environment).filter((name) => name !== 'LLM_MODEL')) {
    expect(all.find((one) => one.variable === variable)).toMatchObject({
      value: null,
      secret: true,
      set: true,
      source: 'environment',
    });
  }
  expect(JSON.stringify(all)).not.toContain(secret);
});

test('of other addresses, user, query and fragment are left out, also behind a prefix', () => {
  const argv = [
    '--text-encoder',
    'openai:https://me:pass1@encoder.example/v1?key=pass2#pass3',
    '--reranker',
    'cohere:https://reranker.example/v2?token=pass4',
    '--aws-endpoint-url',
    'http://minio.example:9000',
  ];
  const of = inForce({}, argv);
  expect(of('TEXT_ENCODER')?.value).toBe(
    'openai:https://encoder.example/v1 (parts of the address are not shown)',
  );
  expect(of('COUNTERPART_RERANKER')?.value).not.toContain('pass4');
  expect(of('AWS_ENDPOINT_URL')?.value).toBe('http://minio.example:9000');
});
