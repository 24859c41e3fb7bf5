import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonOf, runHere } from './testing/run-cli.ts';

interface Shown {
  readonly side: { readonly value: string; readonly probability: number } | null;
  readonly values: readonly { readonly field: string; readonly value: unknown; readonly words: string }[];
  readonly lost: readonly { readonly field: string; readonly because: string }[];
}

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-cli-extraction-'));
  file = join(folder, 'ad.txt');
  writeFileSync(file, 'Washing machine, 80 €. The hose is for free. Collection only, Leeds.');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tryText = (...args: readonly string[]) => runHere(folder, 'extraction', 'try', ...args);

test('shows the text with its spans, the values with their signs, and what was not taken with the reason', async () => {
  const { code, stdout } = await tryText('--domain', 'marketplace', file);
  expect(code).toBe(0);
  expect(stdout).toContain('⟦80 €⟧price');
  expect(stdout).toMatch(/^price +88 +0\.\d{3} +80 € +number 0\.\d\d/m);
  expect(stdout).toMatch(/^Not taken:$/m);
  expect(stdout).toMatch(/^price +0 +0\.\d{3} +for free +\S.* +writer +below threshold +\S/m);
});

test('prints JSON, and reads as if the client had given the side', async () => {
  const read = await jsonOf<Shown>(tryText('--domain', 'marketplace', file, '--json'));
  expect(read.side).toMatchObject({ value: 'listing' });
  expect(read.values).toContainEqual(expect.objectContaining({ field: 'price', value: 88, words: '80 €' }));
  expect(read.lost).toContainEqual(
    expect.objectContaining({ field: 'price', value: 0, because: 'below_threshold', path: null }),
  );
  const fast = await jsonOf<Shown>(tryText('--domain', 'marketplace', file, '--reading', 'fast', '--json'));
  expect(JSON.stringify(fast.values)).not.toContain('mention');
  const bought = await jsonOf<Shown>(tryText('--domain', 'marketplace', file, '--side', 'buyer', '--json'));
  expect(bought.values.map(({ field }) => field)).not.toContain('price');
});

test('shows lists whole', async () => {
  const skills = [
    'TypeScript',
    'Python',
    'PostgreSQL',
    'Kubernetes',
    'Docker',
    'Terraform',
    'React',
    'GraphQL',
  ];
  const cv = join(folder, 'cv.txt');
  writeFileSync(cv, `Software engineer. Skills: ${skills.join(', ')}.`);
  const { values } = await jsonOf<Shown>(tryText('--domain', 'hiring', cv, '--json'));
  const read = values.find(({ field }) => field === 'skills')!.value as readonly string[];
  expect(read.length).toBeGreaterThan(5);
  const { stdout } = await tryText('--domain', 'hiring', cv);
  expect(stdout).toContain(read.join(', '));
});

test('says what is wrong', async () => {
  expect(await tryText('--domain', 'dating', '--side', 'man', file)).toMatchObject({ code: 2 });
  expect(await tryText('--domain', join(folder, 'none.yaml'), file)).toMatchObject({ code: 1 });
});
