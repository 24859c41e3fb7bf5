/** `npm run bench -- NAME [ARG …]`. The tables are kept in bench/results, or in FILE with `--json FILE`. */
import { join } from 'node:path';
import { runPiece } from '../scripts/run-piece.ts';
import { beginRecording } from './support/record-run.ts';
import { takeJsonFlag } from './support/take-json-flag.ts';

const { file, argv } = takeJsonFlag(process.argv);
const [, , name, ...args] = argv;
process.argv = [...argv];
if (file === '') {
  console.error('--json needs the name of a file: npm run bench -- NAME --json FILE');
  process.exitCode = 2;
} else {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  if (name !== undefined)
    beginRecording(file ?? join(import.meta.dirname, 'results', `${name}-${time}.json`), name, args);
  await runPiece(import.meta.dirname, 'bench');
}
