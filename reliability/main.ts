/**
 * `npm run reliability -- NAME [--quick]`: pieces that put a real server under what hurts, each on a data folder of its
 * own. Without a name it lists them. A piece resolves to whether it held; figures are printed and judged by people.
 */
import { parseArgs } from 'node:util';
import { stalls } from './stalls/stalls.ts';

export interface Piece {
  readonly about: string;
  /** `quick`: what fits into every check. */
  readonly run: (options: { readonly quick: boolean }) => Promise<boolean>;
}

const pieces: Readonly<Record<string, Piece>> = { stalls };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const [name] = positionals;
const piece = name !== undefined && Object.hasOwn(pieces, name) ? pieces[name] : undefined;
if (piece === undefined) {
  if (name !== undefined) console.error(`There is no piece «${name}».`);
  console.log('npm run reliability -- NAME [--quick]');
  for (const [known, { about }] of Object.entries(pieces)) console.log(`  ${known.padEnd(12)} ${about}`);
  if (name !== undefined) process.exitCode = 2;
} else if (!(await piece.run({ quick: values.quick }))) process.exitCode = 1;
