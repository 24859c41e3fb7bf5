import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DomainDefinition } from '../../domains/definition.ts';
import { keepOwnedIndexes, type OwnedIndexesOptions } from './keep-owned-indexes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const built = new Set<string>();
const released: string[] = [];
const failures: unknown[] = [];
let owned: readonly string[] = [];

function keep(changes: Partial<OwnedIndexesOptions> = {}) {
  built.clear();
  return keepOwnedIndexes({
    indexes: {
      prepare: async (tenant, { domain }) => {
        if (domain === 'broken') throw new Error('no memory');
        built.add(`${tenant} ${domain}`);
      },
      releaseIdle: async (isKept) => {
        for (const key of [...built]) {
          const [tenant, domain] = key.split(' ') as [never, string];
          if (isKept({ tenant, domain })) continue;
          built.delete(key);
          released.push(key);
        }
      },
      rowsOf: (tenant, domain) => (built.has(`${tenant} ${domain}`) ? 1 : null),
    },
    owns: (tenant, domain) => owned.includes(`${tenant} ${domain}`),
    isSmall: async (_, domain) => domain === 'small',
    domains: async () => ['ten_1 broken', 'ten_1 dating', 'ten_1 off', 'ten_1 small', 'ten_2 dating'],
    definitionOf: async (_, domain) => (domain === 'off' ? null : ({ domain } as DomainDefinition)),
    onFailure: (error, about) => failures.push([(error as Error).message, about]),
    ...changes,
  });
}

test('owned indexes are built, but not small ones, those of others, or of domains that are off', async () => {
  owned = ['ten_1 broken', 'ten_1 dating', 'ten_1 off', 'ten_1 small'];
  const keeping = keep();
  await keeping.built;
  expect([...built]).toEqual(['ten_1 dating']);
  expect(failures).toEqual([['no memory', { tenant: 'ten_1', domain: 'broken' }]]);
  owned = ['ten_2 dating'];
  await vi.advanceTimersByTimeAsync(2000);
  expect([...built]).toEqual(['ten_2 dating']);
  expect(released).toEqual(['ten_1 dating']);
  keeping.close();
  owned = ['ten_1 dating'];
  await vi.advanceTimersByTimeAsync(10_000);
  expect([...built]).toEqual(['ten_2 dating']);
});
