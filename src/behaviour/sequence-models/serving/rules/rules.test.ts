/** Rules against brute force: the first arrangement in lexicographic order that holds them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RankingRule } from '../../../../contract/ranking-rules.ts';
import { itemFilters } from '../../filters/item-filters.ts';
import { selectBest } from '../select-best.ts';
import { arrange } from './arrange.ts';
import { type Bound, isPin } from './bounds.ts';
import { compileRules } from './compile-rules.ts';
import { rankByRules } from './rank-by-rules.ts';

const bit = fc.constantFrom(1, 2, 4);
const bound: fc.Arbitrary<Bound> = fc.oneof(
  fc
    .record({ bit, top: fc.integer({ min: 1, max: 5 }), least: fc.nat(3) })
    .map((one) => ({ ...one, most: one.top })),
  fc
    .record({ bit, top: fc.integer({ min: 1, max: 5 }), most: fc.nat(3) })
    .map((one) => ({ ...one, least: 0 })),
  fc.record({ bit, place: fc.nat(4) }),
);
const signatures = fc.array(fc.nat(7), { minLength: 1, maxLength: 7 }).map((some) => Uint8Array.from(some));
const limit = fc.integer({ min: 1, max: 5 });

function isHeld(one: Bound, chosen: readonly number[]): boolean {
  if (isPin(one)) return ((chosen[one.place] ?? 0) & one.bit) !== 0;
  const count = chosen.slice(0, one.top).filter((signature) => signature & one.bit).length;
  return count >= one.least && count <= one.most;
}

/** In lexicographic order. */
function* selections(items: number, places: number, chosen: number[] = []): Generator<readonly number[]> {
  if (chosen.length === places) yield chosen;
  else
    for (let item = 0; item < items; item++)
      if (!chosen.includes(item)) yield* selections(items, places, [...chosen, item]);
}

test('an arrangement is the first one that holds all bounds, and there is one wherever one exists', () => {
  fc.assert(
    fc.property(signatures, limit, fc.array(bound, { maxLength: 4 }), (given, most, bounds) => {
      const places = Math.min(most, given.length);
      let expected: readonly number[] | null = null;
      for (const chosen of selections(given.length, places)) {
        const ofChosen = chosen.map((item) => given[item]!);
        if (!bounds.every((one) => isHeld(one, ofChosen))) continue;
        expected = chosen;
        break;
      }
      const found = arrange({ signatures: given, limit: most, bounds });
      expect(found && [...found]).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

interface Kinds {
  readonly kinds: readonly (string | null)[];
  readonly scores: readonly number[];
}

const kinds: fc.Arbitrary<Kinds> = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', null), fc.integer({ min: -5, max: 5 })), {
    minLength: 20,
    maxLength: 60,
  })
  .map((rows) => ({ kinds: rows.map(([kind]) => kind), scores: rows.map(([, score]) => score) }));

function ranked({ kinds: given, scores }: Kinds, rules: readonly RankingRule[], most: number) {
  const filters = filtersOf(given);
  const rankOf = (position: number) => position;
  return rankByRules({
    scores: Float32Array.from(scores),
    limit: most,
    itemAt: (position) => position,
    rankOf,
    rules: compileRules(filters, rules, most, given.length),
  });
}

function filtersOf(given: readonly (string | null)[]) {
  const categories = ['a', 'b', 'c'];
  const codes = Int32Array.from(given, (kind) => categories.indexOf(kind ?? ''));
  return itemFilters(given.length, {
    bytes: 1,
    read: () => ({
      declared: { kind: { type: 'category' } },
      columns: new Map([['kind', { type: 'category', categories, codes }]]),
      createdAtMs: null,
    }),
  });
}

describe('a ranking under rules', () => {
  test('without rules is the ranking by score, to the last place', () => {
    fc.assert(
      fc.property(kinds, limit, (given, most) => {
        const { positions, moved } = ranked(given, [], most);
        const best = selectBest(Float32Array.from(given.scores), most, (position) => position);
        expect([...positions]).toEqual([...best]);
        expect([...moved]).toEqual(Array.from(best, () => 0));
      }),
    );
  });

  test('has the shares exactly, fills the limit, and follows the score within a kind', () => {
    const share = fc.integer({ min: 1, max: 4 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(kinds, share, share, fc.integer({ min: 2, max: 10 }), (given, least, greatest, top) => {
        const rules = [
          { filter: { kind: 'a' }, min_share: least, in_top: top },
          { filter: { kind: 'b' }, max_share: greatest, in_top: top },
          { filter: { kind: 'c' }, pin_at: 10 },
        ];
        const { positions, costs } = ranked(given, rules, 10);
        const chosen = [...positions];
        expect(chosen).toHaveLength(10);
        expect(new Set(chosen).size).toBe(10);
        const countOf = (kind: string) =>
          chosen.slice(0, top).filter((at) => given.kinds[at] === kind).length;
        const has = (kind: string) => given.kinds.filter((one) => one === kind).length;
        const wanted = Math.ceil(Math.round(1e6 * least * top) / 1e6);
        expect(countOf('a')).toBeGreaterThanOrEqual(Math.min(wanted, has('a')));
        expect(costs[0]!.held).toBe(countOf('a') >= wanted);
        if (given.kinds.length - has('b') >= 10)
          expect(countOf('b')).toBeLessThanOrEqual(Math.floor(Math.round(1e6 * greatest * top) / 1e6));
        if (has('c') > 0) expect(given.kinds[chosen[9]!]).toBe('c');
        for (const kind of ['a', 'b', 'c', null]) {
          const ofKind = chosen.filter((at) => given.kinds[at] === kind);
          const sorted = ofKind.toSorted((x, y) => given.scores[y]! - given.scores[x]! || x - y);
          expect(ofKind).toEqual(sorted);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('says what each rule costs, and how far each item moved', () => {
    const given = { kinds: ['a', 'a', 'a', 'b', 'c'], scores: [9, 8, 7, 5, 1] };
    const rules = [
      { filter: { kind: 'b' }, min_share: 0.5, in_top: 2 },
      { filter: { kind: 'c' }, pin_at: 3 },
    ];
    const { positions, moved, costs } = ranked(given, rules, 3);
    expect([...positions]).toEqual([0, 3, 4]);
    expect([...moved]).toEqual([0, 2, 2]);
    expect(costs).toEqual([
      { wanted: 1, filled: 1, held: true, placesChanged: 1, scoreGivenUp: 3 },
      { wanted: 1, filled: 1, held: true, placesChanged: 1, scoreGivenUp: 7 },
    ]);
  });

  test('is filled as far as the items go, an earlier rule first', () => {
    const given = { kinds: ['a', 'a', 'b', null], scores: [1, 2, 3, 4] };
    const short = ranked(given, [{ filter: { kind: 'a' }, min_share: 1 }], 4);
    expect([...short.positions]).toEqual([3, 2, 1, 0]);
    expect(short.costs).toMatchObject([{ wanted: 4, filled: 2, held: false }]);
    const capped = ranked(given, [{ filter: { kind: 'a' }, max_share: 0.1, in_top: 3 }], 3);
    expect(capped.costs).toMatchObject([{ wanted: 0, filled: 1, held: false }]);
    expect([...capped.positions]).toEqual([3, 2, 1]);
  });

  test('is refused where rules contradict one another, with their names', () => {
    const given = ['a', 'b', 'c', 'a', 'b'];
    const named = (...rules: RankingRule[]) => {
      try {
        compileRules(filtersOf(given), rules, 4, given.length);
        return null;
      } catch (error) {
        return (error as Error).message.match(/rules\[\d\]/g)!.slice(1);
      }
    };
    const [a, b] = [{ kind: 'a' }, { kind: 'b' }];
    expect(named({ filter: a, min_share: 0.5 }, { filter: b, min_share: 0.5 })).toBeNull();
    expect(named({ filter: a, min_share: 0.5 }, { filter: b, min_share: 0.75 })).toEqual([
      'rules[0]',
      'rules[1]',
    ]);
    expect(named({ filter: a, max_share: 0.25 }, { filter: a, min_share: 0.5 })).toEqual([
      'rules[0]',
      'rules[1]',
    ]);
    expect(named({ filter: a, max_share: 0 }, { filter: a, pin_at: 2 })).toEqual(['rules[0]', 'rules[1]']);
    expect(named({ filter: a, min_share: 1 }, { filter: b, pin_at: 2 })).toEqual(['rules[0]', 'rules[1]']);
    const others = { filter: { kind: { nin: ['a'] } }, max_share: 0.25 };
    expect(named({ filter: a, max_share: 0.25 }, others)).toEqual(['rules[0]', 'rules[1]']);
    expect(named({ filter: a, max_share: 0.25 }, { filter: b, max_share: 0.25 })).toBeNull();
    expect(named({ filter: { kind: 'z' }, min_share: 1 }, { filter: b, min_share: 1 })).toBeNull();
  });
});
