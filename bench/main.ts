/** `npm run bench -- NAME [ARG …]`. */
import { runPiece } from '../scripts/run-piece.ts';

await runPiece(import.meta.dirname, 'bench');
