/**
 * `npm run reliability -- NAME [--quick]`: programs that put a server under load and faults, each on its own
 * data folder.
 */
import { runPiece } from '../scripts/run-piece.ts';

await runPiece(import.meta.dirname, 'reliability');
