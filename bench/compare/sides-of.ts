/** The files of both sides, as the command line of `compare` names them. */
import { parseArgs } from 'node:util';

export interface Sides {
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** A share. */
  readonly threshold: number;
}

const USAGE =
  'npm run bench -- compare A.json B.json, or compare --a A1.json A2.json … --b B1.json B2.json …; [--threshold 10]';

/** Files after `--a` belong to A, files after `--b` to B; without these flags one file is A, one is B. */
export function sidesOf(args: readonly string[]): Sides {
  const { tokens, values } = parseArgs({
    args: [...args],
    options: { a: { type: 'boolean' }, b: { type: 'boolean' }, threshold: { type: 'string', default: '10' } },
    allowPositionals: true,
    tokens: true,
  });
  const files = { a: [] as string[], b: [] as string[], none: [] as string[] };
  let side: keyof typeof files = 'none';
  for (const token of tokens) {
    if (token.kind === 'option' && token.name !== 'threshold') side = token.name as 'a' | 'b';
    if (token.kind === 'positional') files[side].push(token.value);
  }
  const threshold = Number(values.threshold) / 100;
  if (!(threshold > 0)) throw new Error(`--threshold is «${values.threshold}»; give a percentage above 0`);
  const { a, b, none } = files;
  if (none.length === 2 && a.length + b.length === 0) return { a: [none[0]!], b: [none[1]!], threshold };
  if (none.length > 0 || a.length === 0 || b.length === 0) throw new Error(`name the runs: ${USAGE}`);
  return { a, b, threshold };
}
