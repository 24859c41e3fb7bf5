import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseImportPrefixes } from '../../../contract/import-prefixes.ts';
import { validateSource } from './validate-source.ts';

let data: string;
let importsFolder: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'counterpart-sources-'));
  importsFolder = join(data, 'imports');
  for (const name of ['imports/deep', 'imports/rejects', 'imports-not'])
    mkdirSync(join(data, name), { recursive: true });
  for (const name of [
    'imports/a.jsonl',
    'imports/deep/b c.jsonl',
    'imports/rejects/r.jsonl',
    'imports-not/x.jsonl',
    'secret.jsonl',
  ])
    writeFileSync(join(data, name), '');
  symlinkSync(join(data, 'secret.jsonl'), join(importsFolder, 'out.jsonl'));
  symlinkSync(data, join(importsFolder, 'up'));
  symlinkSync(join(importsFolder, 'a.jsonl'), join(importsFolder, 'same.jsonl'));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const prefixes = parseImportPrefixes(
  'https://data.example.com/exports/ http://10.0.0.5:81/x s3://bucket/some/',
);
const validate = (uri: string) => validateSource(uri, { importsFolder, prefixes });
const refused = expect.objectContaining({ code: 'invalid_request' });

describe('files', () => {
  test('below the imports folder are accepted, by name or by full path', async () => {
    for (const uri of [
      'file:a.jsonl',
      'file:///a.jsonl',
      'FILE:a.jsonl',
      pathToFileURL(join(importsFolder, 'a.jsonl')).href,
    ])
      expect(await validate(uri)).toMatchObject({ kind: 'file', name: 'a.jsonl' });
    expect(await validate('file:deep/b%20c.jsonl')).toMatchObject({ name: 'deep/b c.jsonl' });
    expect(await validate('file:same.jsonl')).toMatchObject({ name: 'a.jsonl' });
  });

  test.each([
    'file:',
    'file:nothing.jsonl',
    'file:deep',
    'file:../secret.jsonl',
    'file:deep/../../secret.jsonl',
    'file:%2e%2e/secret.jsonl',
    'file:%2e%2e%2fsecret.jsonl',
    'file:..%5csecret.jsonl',
    'file:%252e%252e/secret.jsonl',
    'file:a.jsonl%00.txt',
    'file:%zz',
    'file:out.jsonl',
    'file:up/secret.jsonl',
    'file:rejects/r.jsonl',
    'file:///etc/passwd',
    'file:////etc/passwd',
    'file://other.example/a.jsonl',
    'file:/../imports-not/x.jsonl',
    'file:../imports-not/x.jsonl',
    'file:a.jsonl?x',
    'file:a.jsonl#x',
  ])('%s is refused', async (uri) => {
    await expect(validate(uri)).rejects.toEqual(refused);
  });

  test('a file outside is rejected by its full path', async () => {
    for (const name of ['secret.jsonl', 'imports-not/x.jsonl'])
      await expect(validate(pathToFileURL(join(data, name)).href)).rejects.toEqual(refused);
  });
});

describe('other sources', () => {
  test('are accepted if the operator allows them', async () => {
    expect(await validate('https://data.example.com/exports/a.jsonl.gz?sig=1')).toMatchObject({
      kind: 'web',
      name: 'a.jsonl.gz',
    });
    expect(await validate('https://DATA.example.com:443/exports/x/../a.jsonl')).toMatchObject({
      name: 'a.jsonl',
    });
    expect(await validate('http://10.0.0.5:81/x/a.jsonl')).toMatchObject({ kind: 'web' });
    expect(await validate('s3://bucket/some/deep/a.parquet')).toEqual({
      kind: 's3',
      bucket: 'bucket',
      key: 'some/deep/a.parquet',
      name: 'a.parquet',
    });
  });

  test.each([
    '',
    'a.jsonl',
    'ftp://data.example.com/exports/a',
    'https://data.example.com/other/a',
    'https://data.example.com/exports/../other/a',
    'https://data.example.com/exports/%2e%2e/other/a',
    'https://data.example.com/exports/..%2fother/a',
    'https://data.example.com/exports/..\\other',
    'https://data.example.com/exports',
    'https://data.example.com.evil.example/exports/a',
    'https://user:secret@data.example.com/exports/a',
    'https://data.example.com:8443/exports/a',
    'http://data.example.com/exports/a',
    'http://10.0.0.5/x/a',
    'http://169.254.169.254/latest/meta-data',
    'https://localhost/exports/a',
    's3://bucket/other/a',
    's3://bucket/some/../other/a',
    's3://bucket2/some/a',
    's3://bucket/some/a\0',
    's3://bucket',
  ])('%s is refused', async (uri) => {
    await expect(validate(uri)).rejects.toEqual(refused);
  });

  test.each(['data.example.com', 'ftp://x/', 'https://user@x/', 'https://x/?y', 'file:///x'])(
    'the operator cannot allow «%s»',
    (given) => {
      expect(() => parseImportPrefixes(given)).toThrow(/«/);
    },
  );
});
