import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { shippedVersions } from '../../../domains/shipped-domains.ts';
import { createCheckClient } from './check-client.ts';
import type { CheckInput } from './check-protocol.ts';

const script = new URL('../../../processes/definition-check-worker.ts', import.meta.url);
// On a busy machine, too, each has the time that it needs.
const checks = createCheckClient(script, { checkMs: 100_000, idleMs: 100_000 });
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

  test('of one definition after another reads each text by its own', async () => {
    const text = 'I am a 29 year old woman in Lisbon, and my brother is 40.';
    const narrow = dating.replace('range: [18, 120]', 'range: [35, 120]');
    const read = async (source: string) => (await checks.check('a', input(source, [text]))).results[0]!;
    const ageOf = ({ fields }: Awaited<ReturnType<typeof read>>) =>
      fields.find(({ field }) => field === 'age')?.value;
    const first = await read(dating);
    expect([ageOf(first), first.lost.age?.[0]?.value]).toEqual([29, 40]);
    expect(ageOf(await read(narrow))).toBeUndefined();
    // Neither a comment nor the scorecard changes a reading.
    expect(await read(dating.replace(/intercept: .*/, 'intercept: -3 # more'))).toEqual(first);
    expect(await read(dating)).toEqual(first);
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
        "extract:\n    - {rule: pattern, pattern: '(?P<value>((a{1000}){1000}){1000})'}",
      ),
    ],
  ])('survives %s', async (_, source) => {
    const faults = await faultsOf(source);
    expect(faults.length).toBeGreaterThan(0);
    for (const { message } of faults) expect(message).not.toMatch(/call stack/);
    expect(await faultsOf(dating)).toEqual([]);
  });

  test('that takes too long has that as its fault, and the next one has a new thread', {
    timeout: 120_000,
  }, async () => {
    const hurried = createCheckClient(script, { checkMs: 60, idleMs: 60_000 });
    const said = () =>
      hurried.check('a', input(dating, ['I am 30.'])).then(
        ({ faults, outline }) => ({ faults, outline }),
        ({ code }) => code,
      );
    for (let time = 0; time < 2; time++) {
      // Until the thread is ready, which takes longer, the server is to blame.
      expect(await said()).toBe('overloaded');
      const fault = { line: 1, message: expect.stringMatching(/takes longer/) };
      await expect.poll(said, { timeout: 50_000 }).toEqual({ faults: [fault], outline: null });
    }
    await hurried.close();
  });

  test('is ended while the network reads, and the process goes on', { timeout: 120_000 }, async () => {
    const long = 'I am a 29 year old woman in Lisbon, looking for a man of 30 to 40. '.repeat(200);
    for (let time = 0; time < 3; time++) {
      const ended = createCheckClient(script, { checkMs: 100_000, idleMs: 100_000 });
      await ended.check('a', input(dating, ['I am 30.']));
      const check = ended.check('a', input(dating, Array(5).fill(long)));
      const refused = expect(check).rejects.toThrow('it was closed');
      await wait(300 + 40 * time);
      await ended.close();
      await refused;
    }
  });

  test('of an owner waits for one other, and no more', async () => {
    const two = [checks.check('b', input(dating)), checks.check('b', input(dating))];
    await expect(checks.check('b', input(dating))).rejects.toMatchObject({ code: 'overloaded' });
    expect((await checks.check('c', input(dating))).faults).toEqual([]);
    await Promise.all(two);
    expect((await checks.check('b', input(dating))).faults).toEqual([]);
  });

  test('ends within its bound from the request on, the wait for others and for the thread included', async () => {
    const bounded = createCheckClient(script, { checkMs: 60, idleMs: 60_000 });
    const owners = ['a', 'a', 'b', 'c', 'd', 'e'];
    const said = owners.map((owner) =>
      bounded.check(owner, input(dating, ['I am 30.'])).catch(({ code }) => code),
    );
    expect(await Promise.all(said)).toEqual(owners.map(() => 'overloaded'));
    await bounded.close();
  });

  test('is refused by the checks of its own owner alone', async () => {
    const owners = Array.from({ length: 10 }, (_, n) => `owner-${n}`);
    const all = owners.map((owner) => checks.check(owner, input('a: [')));
    expect((await Promise.all(all)).map(({ faults }) => faults.length > 0)).toEqual(owners.map(() => true));
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
