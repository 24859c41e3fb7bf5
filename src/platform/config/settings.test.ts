import { describe, expect, test } from 'vitest';
import { describeSettings, settingsWarnings } from './describe-settings.ts';
import { readSettings, SettingsError } from './read-settings.ts';

const faultsOf = (environment: Record<string, string>, argv: readonly string[] = []): string => {
  try {
    readSettings(environment, argv);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('it was accepted');
};

describe('readSettings', () => {
  test('has a default for everything, and is frozen', () => {
    const settings = readSettings({}, []);
    expect(settings).toMatchObject({
      data: './data',
      host: '127.0.0.1',
      port: 8080,
      publicUrl: null,
      databaseUrl: null,
      textEncoder: null,
      logLevel: 'info',
      bodyLimitBytes: 8 * 1024 * 1024,
      matchesAtOnce: 4,
    });
    expect(Object.isFrozen(settings)).toBe(true);
    expect(settingsWarnings(settings)).toEqual([]);
  });

  test('reads environment and flags, and a flag wins', () => {
    const environment = { PORT: '1', HOST: '::', COUNTERPART_DATA: '/a', PUBLIC_URL: 'https://x.example/y/' };
    const settings = readSettings(environment, ['--port', '2', '--log-level=debug', '--data=/b=c']);
    expect(settings).toMatchObject({
      port: 2,
      host: '::',
      data: '/b=c',
      logLevel: 'debug',
      publicUrl: 'https://x.example/y',
    });
  });

  test('takes an empty variable for one that was not given, and leaves foreign ones alone', () => {
    expect(readSettings({ PORT: '', PATH: '/bin', COUNTERPART_TEST_DATA: '/d' }, []).port).toBe(8080);
  });

  test('starts in a shell that has the variables of a client', () => {
    const client = { COUNTERPART_URL: 'http://x', COUNTERPART_API_KEY: 'k', COUNTERPART_MCP_TOKEN: 't' };
    expect(readSettings(client, [])).toEqual(readSettings({}, []));
  });

  test.each<[Record<string, string>, string[], string]>([
    [
      { PORT: 'http' },
      [],
      'PORT was given «http»; expected a port: 0 (any free one) to 65535. Example: 8080',
    ],
    [{ PORT: '65536' }, [], 'PORT was given «65536»'],
    [{ PORT: '-1' }, [], 'PORT was given «-1»'],
    [{ PORT: '80.5' }, [], 'PORT was given «80.5»'],
    [{}, ['--port', ''], '--port was given «»'],
    [{ HOST: 'a b' }, [], 'HOST was given «a b»'],
    [{ LOG_LEVEL: 'loud' }, [], 'LOG_LEVEL was given «loud»; expected one of trace, debug'],
    [
      { PUBLIC_URL: 'match.example.com' },
      [],
      'PUBLIC_URL was given «match.example.com»; expected an http://',
    ],
    [{ PUBLIC_URL: 'ftp://x' }, [], 'PUBLIC_URL was given «ftp://x»'],
    [
      { TEXT_ENCODER: 'bert' },
      [],
      'TEXT_ENCODER was given «bert»; expected embedded, contextual, folder:PATH',
    ],
    ...[
      'http://id.example.com',
      'http://127.0.0.1.example.com',
      'https://:password@id.example.com',
      'https://user@id.example.com',
      'https://id.example.com/?a=b',
      'https://id.example.com/#a',
    ].map((issuer): [Record<string, string>, string[], string] => [
      { OIDC_ISSUER: issuer },
      [],
      `OIDC_ISSUER was given «${issuer}»; expected an https:// address without a user`,
    ]),
    [{ SMTP_URL: 'https://x' }, [], 'SMTP_URL was given a value (not shown); expected an smtp://'],
    [
      { COUNTERPART_BODY_LIMIT: '8MiB' },
      [],
      'COUNTERPART_BODY_LIMIT was given «8MiB»; expected a whole number',
    ],
    [{ COUNTERPART_BODY_LIMIT: '1' }, [], 'COUNTERPART_BODY_LIMIT was given «1»'],
    [{ COUNTERPART_DATABASE: 'x' }, [], 'COUNTERPART_DATABASE is no setting'],
    [{}, ['--prot', '1'], '«--prot» is no flag of serve'],
    [{}, ['now'], '«now» is no flag of serve'],
    [{}, ['--port'], '--port has no value'],
    [{}, ['--port', '1', '--port=2'], '--port is given twice'],
  ])('%o %j stops the start', (environment, argv, words) => {
    expect(faultsOf(environment, argv)).toContain(words);
  });

  test('reports every fault at once, each on its line', () => {
    const faults = faultsOf({ PORT: 'x', LOG_LEVEL: 'y' }, ['--nonsense', 'value']).split('\n');
    expect(faults).toHaveLength(4);
    expect(faults.join()).not.toContain('«value»');
  });

  test('refuses another database in DATABASE_URL and never shows it', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://user:hidden@host/db' });
    expect(faults).toContain('postgres://user:password@host:5432/database');
    expect(faults).not.toContain('hidden');
    const { databaseUrl } = readSettings({ DATABASE_URL: 'postgresql://user:hidden@host/db' }, []);
    expect(databaseUrl).toBe('postgresql://user:hidden@host/db');
  });

  test('accepts what has no effect by itself, and says so', () => {
    const environment = {
      SMTP_URL: 'smtp://a:b@c:25',
      LLM_URL: 'http://localhost:1/v1',
      LLM_API_KEY: 'secret',
      OIDC_ISSUER: 'https://id.example.com',
    };
    const warnings = settingsWarnings(readSettings(environment, []));
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).not.toContain('secret');
  });
});

test('the table has every setting, its default and an example that is accepted', () => {
  const rows = describeSettings();
  expect(rows.map(({ variable }) => variable)).toEqual(
    expect.arrayContaining(['COUNTERPART_DATA', 'LLM_API_KEY']),
  );
  for (const { variable, flag, example } of rows) {
    if (variable === 'DATABASE_URL') continue;
    expect(() => readSettings({ [variable]: example }, [])).not.toThrow();
    expect(() => readSettings({}, [flag, example])).not.toThrow();
  }
});
