import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codebookLayout } from '../semantic-ids/codebook-layout.ts';
import { codeTree, MOST_ITEMS_HERE } from './code-tree.ts';

const LEVELS = 3;

function tokenizerOf(rows: readonly (readonly number[])[]) {
  const seen = new Map<string, number>();
  const suffixes = rows.map((row) => {
    const times = seen.get(row.join()) ?? 0;
    seen.set(row.join(), times + 1);
    return times;
  });
  return {
    tokenizerId: 'tok_1',
    layout: codebookLayout(LEVELS, 'uniform', 4),
    catalogue: {
      itemIds: rows.map((_, n) => `item-${n}`),
      codes: Uint16Array.from(rows.flat()),
      suffixes: Uint32Array.from(suffixes),
    },
  };
}

test('a level of the tree counts the items and collisions below each code', async () => {
  const code = fc.integer({ min: 0, max: 3 });
  const rows = fc.array(fc.tuple(code, code, code), { maxLength: 60 });
  const prefix = fc.array(code, { maxLength: LEVELS });
  await fc.assert(
    fc.asyncProperty(rows, prefix, async (given, asked) => {
      const tokenizer = tokenizerOf(given);
      const tree = await codeTree(tokenizer, asked);
      const below = given
        .map((codes, row) => ({ codes, id: `item-${row}`, suffix: tokenizer.catalogue.suffixes[row]! }))
        .filter(({ codes }) => asked.every((each, level) => codes[level] === each));
      expect(tree).toMatchObject({
        items: below.length,
        collisions: below.filter(({ suffix }) => suffix > 0).length,
        levels: LEVELS,
        prefix: asked,
      });
      if (asked.length === LEVELS) {
        expect(tree.children).toEqual([]);
        expect(tree.items_here).toEqual(
          below.map(({ id, suffix }) => ({ item_id: id, collision_suffix: suffix === 0 ? null : suffix })),
        );
        return;
      }
      expect(tree.items_here).toEqual([]);
      const codes = [...new Set(below.map((row) => row.codes[asked.length]!))];
      const children = codes.map((each) => {
        const inside = below.filter((row) => row.codes[asked.length] === each);
        const collided = inside.filter(({ suffix }) => suffix > 0).length;
        const examples = inside.slice(0, 3).map(({ id }) => id);
        return { code: each, items: inside.length, collisions: collided, examples };
      });
      expect(tree.children).toEqual(children.sort((a, b) => b.items - a.items || a.code - b.code));
    }),
  );
});

test('a leaf with many items lists the first of them and counts all', async () => {
  const tree = await codeTree(tokenizerOf(Array.from({ length: 150 }, () => [1, 2, 3])), [1, 2, 3]);
  expect(tree).toMatchObject({ items: 150, collisions: 149 });
  expect(tree.items_here).toHaveLength(MOST_ITEMS_HERE);
});

test('a tree that nobody waits for any more is not read on', async () => {
  const tokenizer = tokenizerOf([[1, 2, 3]]);
  await expect(codeTree(tokenizer, [], AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
});
