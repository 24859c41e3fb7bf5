/** `npm run reliability -- NAME [--quick]`: real servers under what hurts, each on a data folder of its own. */
import { runPiece } from '../scripts/run-piece.ts';

await runPiece(import.meta.dirname, 'reliability');
