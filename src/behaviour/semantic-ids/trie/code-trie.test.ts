import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCodeTrie, type CodeTrie, childCount } from './code-trie.ts';

/**
 * Codes of few values, so that items share prefixes and codes; a number distinguishes items of equal codes.
 */
const paths = fc
  .record({ levels: fc.integer({ min: 1, max: 4 }), items: fc.integer({ min: 1, max: 40 }) })
  .chain(({ levels, items }) =>
    fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: levels * items, maxLength: levels * items })
      .map((codes) => {
        const next = new Map<string, number>();
        const numbers = Uint32Array.from({ length: items }, (_, item) => {
          const key = codes.slice(item * levels, (item + 1) * levels).join();
          const number = next.get(key) ?? 0;
          next.set(key, number + 1);
          return number;
        });
        return { codes, levels, numbers };
      }),
  );

/** Every path from the root, with the item at its end. */
function walk(trie: CodeTrie): readonly (readonly [path: string, item: number])[] {
  let rows: readonly { readonly node: number; readonly path: readonly number[] }[] = [{ node: 0, path: [] }];
  for (let step = 0; step < trie.steps; step++)
    rows = rows.flatMap(({ node, path }) =>
      Array.from({ length: childCount(trie, step, node) }, (_, nth) => {
        const child = trie.children[step]![node]! + nth;
        return { node: child, path: [...path, trie.codes[step]![child]!] };
      }),
    );
  return rows.map(({ node, path }) => [path.join(), trie.items[node]!]);
}

test('a trie has one path per item, and no other path', () => {
  fc.assert(
    fc.property(paths, ({ codes, levels, numbers }) => {
      const trie = buildCodeTrie({ codes, levels, numbers });
      const own = Array.from(numbers, (number, item) => {
        return [[...codes.slice(item * levels, (item + 1) * levels), number].join(), item];
      });
      expect(walk(trie).toSorted()).toEqual(own.toSorted());
      for (const [item, [path]] of own.entries()) {
        const codesOfItem = trie.codes.map((ofNodes, step) => ofNodes[trie.nodeOfItem[step + 1]![item]!]);
        expect(codesOfItem.join()).toBe(path);
      }
    }),
  );
});

test('a trie of some items has only their paths', () => {
  const codes = [0, 1, 0, 2, 3, 1, 0, 1];
  const trie = buildCodeTrie({ codes, levels: 2, numbers: Uint32Array.of(0, 0, 0, 1) }, [3, 1]);
  expect(walk(trie)).toEqual([
    ['0,1,1', 3],
    ['0,2,0', 1],
  ]);
});

test('two items with the same path are refused', () => {
  const same = { codes: [1, 1], levels: 1, numbers: new Uint32Array(2) };
  expect(() => buildCodeTrie(same)).toThrow('2 items have 1 paths');
});
