/** The file of a source: on a disk, or chosen in a browser. It may be read several times. */
export interface SourceFile {
  /** As messages name it. */
  readonly name: string;
  open(): OpenFile;
  /** For formats whose reader seeks. A packed file has none. */
  readonly byPosition?: (() => Promise<BytesByPosition>) | undefined;
}

interface BytesByPosition {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer> | ArrayBuffer;
}

export interface OpenFile {
  /** Unpacked. */
  readonly stream: AsyncIterable<Uint8Array>;
  /** Share of the file that was read, 0 to 1. */
  progress(): number;
}
