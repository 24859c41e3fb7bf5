/**
 * A document as a language model sees it: its readable text by the path of each part. Headings, the keys of
 * records and the heads of tables are in it; markup, code and boilerplate are not.
 */
import type { ReadDocument } from '../document/blocks.ts';
import { pathAt } from '../explanation/path-at.ts';

export interface AskedBlock {
  /** "Experience › Acme", `skills[2].description`. Absent: nothing stands over it. */
  readonly path?: string;
  readonly text: string;
}

export function askedBlocks({ blocks, cells, readable }: ReadDocument): readonly AskedBlock[] {
  const asked: AskedBlock[] = [];
  for (const { 0: line, index: start } of readable.matchAll(/[^\n]+/g)) {
    const isInside = (at: number) => at >= start && at < start + line.length;
    const row = cells.filter(({ cell }) => isInside(cell[0]));
    const text = row.length === 0 ? line : row.map(({ head, cell }) => headed(head, cell)).join('; ');
    const shown = text.replaceAll(/\s+/g, ' ').trim();
    if (!/[\p{L}\p{N}]/u.test(shown)) continue;
    const leaf =
      row.length > 0 ? undefined : blocks.find((block) => block.kind === 'pair' && isInside(block.start));
    const at = leaf?.start ?? start + line.search(/\S/);
    add(shown, row.length > 0 ? pathOfRow(at) : pathAt(blocks, [at, at + 1]));
  }
  return asked;

  function headed(head: string | null, cell: readonly [number, number]): string {
    const value = readable.slice(...cell);
    return head === null ? value : `${head}: ${value}`;
  }

  /** The heading over a table; its heads stand in its rows. */
  function pathOfRow(at: number): string | undefined {
    const path = blocks.findLast(({ kind, start }) => kind === 'heading' && start <= at)?.path ?? '';
    return path === '' ? undefined : path;
  }

  function add(text: string, path: string | undefined): void {
    const last = asked.at(-1);
    if (last !== undefined && last.path === path)
      asked[asked.length - 1] = { ...last, text: `${last.text}\n${text}` };
    else asked.push({ ...(path !== undefined && { path }), text });
  }
}
