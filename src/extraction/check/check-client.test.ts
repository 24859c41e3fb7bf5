import { afterAll, describe, expect, test } from 'vitest';
import { shippedVersions } from '../../domains/shipped-domains.ts';
import { createCheckClient } from './check-client.ts';
import type { CheckInput } from './check-protocol.ts';

const script = new URL('../../processes/definition-check-worker.ts', import.meta.url);
const checks = createCheckClient(script);
afterAll(() => checks.close());

const dating = shippedVersions()
  .find(({ domain }) => domain === 'dating')!
  .source();
const input = (source: string, texts: readonly string[] = []): CheckInput => ({
  source,
  texts,
  compile: false,
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
});
const faultsOf = async (source: string) => (await checks.check('a', input(source))).faults;

describe('a check', () => {
  test('finds fields and preferences in texts, with their spans', async () => {
    const text = 'I am a 29 year old woman in Lisbon, looking for a man of 30 to 40.';
    const { faults, outline, results } = await checks.check('a', input(dating, [text, '']));
    expect(faults).toEqual([]);
    expect(outline?.definition.domain).toBe('dating');
    const age = results[0]!.fields.find(({ field }) => field === 'age')!;
    expect(age.value).toBe(29);
    expect(text.slice(...age.span!)).toContain('29');
    expect(results[0]!.preferences.map(({ field }) => field)).toContain('age');
    expect(results).toHaveLength(2);
  });

  test('gives every fault its line, in order, and lists no more than 100', async () => {
    const [first] = await faultsOf(dating.replace('kind: hard', 'kind: heavy'));
    expect(first!.line).toBe(dating.split('\n').findIndex((line) => line.includes('kind: hard')) + 1);
    expect(first!.path).toMatch(/kind$/);
    const many = await checks.check('a', input(`a: [${'}'.repeat(500)}`));
    expect(many.faults.length).toBeLessThanOrEqual(100);
    expect(many.faults.length + many.faultsOmitted).toBeGreaterThan(100);
  });

  test.each([
    ['nested sequences', '['.repeat(100_000)],
    ['nested blocks', `${'- '.repeat(100_000)}x`],
    ['an alias of aliases', aliasBomb(12)],
    ['merges of merges', mergeBomb(25)],
    ['an alias of itself', '&a\ndomain: *a\n'],
    ['20,000 keys', Array.from({ length: 20_000 }, (_, n) => `k${n}:`).join('\n')],
    [
      'a huge repetition',
      dating.replace(
        /extract:/,
        "extract:\n      - {rule: pattern, pattern: '(?P<value>((a{1000}){1000}){1000})'}",
      ),
    ],
  ])('survives %s', async (_, source) => {
    const faults = await faultsOf(source);
    expect(faults.length).toBeGreaterThan(0);
    for (const { message } of faults) expect(message).not.toMatch(/call stack/);
    expect(await faultsOf(dating)).toEqual([]);
  });

  test('that takes too long has that as its fault, and the next one has a new thread', async () => {
    const hurried = createCheckClient(script, { checkMs: 1, idleMs: 60_000 });
    const { faults, outline } = await hurried.check('a', input(dating, ['I am 30.']));
    expect(faults).toEqual([{ line: 1, message: expect.stringMatching(/takes longer/) }]);
    expect(outline).toBeNull();
    expect((await hurried.check('a', input(dating, ['I am 30.']))).faults).toHaveLength(1);
    await hurried.close();
  });

  test('of an owner waits for one other, and no more', async () => {
    const two = [checks.check('b', input(dating)), checks.check('b', input(dating))];
    await expect(checks.check('b', input(dating))).rejects.toMatchObject({ code: 'overloaded' });
    expect((await checks.check('c', input(dating))).faults).toEqual([]);
    await Promise.all(two);
    expect((await checks.check('b', input(dating))).faults).toEqual([]);
  });

  test('whose caller has left is not begun', async () => {
    const left = new AbortController();
    const first = checks.check('b', input(dating));
    const second = checks.check('b', input(dating), left.signal);
    left.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect((await first).faults).toEqual([]);
  });
});

function aliasBomb(depth: number): string {
  const line = (n: number) => `k${n}: &k${n} [${Array(9).fill(n === 0 ? 'x' : `*k${n - 1}`)}]`;
  return Array.from({ length: depth }, (_, n) => line(n)).join('\n');
}

function mergeBomb(depth: number): string {
  const line = (n: number) => `b${n}: &b${n}\n  <<: [${n === 0 ? '*a, *a' : `*b${n - 1}, *b${n - 1}`}]`;
  return ['a: &a {x: 1}', ...Array.from({ length: depth }, (_, n) => line(n))].join('\n');
}
