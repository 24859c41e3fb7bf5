/** A file that was chosen in this page, as the source of an import. */
import type { SourceFile } from 'counterpart-intake/sources/source-file.ts';
import { isPacked } from 'counterpart-intake/sources/source-formats.ts';
import { filePieces } from './file-pieces.ts';
import { unpackedPieces } from './unpacked-pieces.ts';

export function browserFile(file: File): SourceFile {
  return {
    name: file.name,
    open: () => {
      let read = 0;
      const onBytes = (bytes: number) => {
        read = bytes;
      };
      const stream = isPacked(file.name) ? unpackedPieces(file, onBytes) : filePieces(file.stream(), onBytes);
      return { stream, progress: () => (file.size === 0 ? 1 : read / file.size) };
    },
    byPosition: isPacked(file.name)
      ? undefined
      : async () => ({
          byteLength: file.size,
          slice: (start, end) => file.slice(start, end).arrayBuffer(),
        }),
  };
}
