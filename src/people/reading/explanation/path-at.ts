/** The path of a place in a document: "Experience › Acme", `skills[2].description`. */
import type { Block } from '../document/blocks.ts';

/** UTF-16 units. */
const MAX_PATH = 120;

/** undefined: no heading, label or key stands over the whole place. */
export function pathAt(blocks: readonly Block[], place: readonly [number, number]): string | undefined {
  const [start, end] = place;
  const overlapping = blocks.filter((block) => block.start < end && start < block.end);
  const around = overlapping
    .filter((block) => block.start <= start && end <= block.end)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const leaves = overlapping.filter(isLeaf);
  // A value may be read together with its key, which is no part of the leaf.
  const inner = around[0] ?? (leaves.length === 1 ? leaves[0] : undefined);
  const section = sectionOf(blocks, place);
  const parts = inner === undefined || isLeaf(inner) ? [section, inner?.path ?? ''] : [inner.path];
  const path = parts.filter((part) => part !== '').join(' › ');
  if (path === '') return undefined;
  return path.length <= MAX_PATH ? path : `${path.slice(0, MAX_PATH - 1)}…`;
}

const isLeaf = ({ kind }: Block) => kind === 'pair' || kind === 'cell';

/** The headings over a place; empty where one stands within it. */
function sectionOf(blocks: readonly Block[], [start, end]: readonly [number, number]): string {
  const heading = blocks.findLast((block) => block.kind === 'heading' && block.start < end);
  return heading !== undefined && heading.start <= start ? heading.path : '';
}
