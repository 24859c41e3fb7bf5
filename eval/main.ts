/** `npm run eval -- NAME [ARG …]`. */
import { runPiece } from '../scripts/run-piece.ts';

await runPiece(import.meta.dirname, 'eval');
