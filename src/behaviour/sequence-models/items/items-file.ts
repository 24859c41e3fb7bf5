/**
 * A file of items in the byte order of their ids. It has the lines (`model-item-line.ts`), an index as JSON,
 * and the byte length of the index as 16 digits. The index has the first id and the offset of each block of
 * lines, so that an item is found by reading one block.
 */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { compareBytes } from '../serving/item-names.ts';
import { lineId } from './model-item-line.ts';

const LINES_A_BLOCK = 32;
const FOOTER_BYTES = 16;
const CHUNK_CHARACTERS = 256 * 1024;

export interface ItemsIndex {
  readonly count: number;
  /** The first id of each block. */
  readonly ids: readonly string[];
  /** Byte offset of each block, and the end of the last one. */
  readonly offsets: readonly number[];
}

/** `lines` in the byte order of their ids. Throws if the key exists. */
export async function writeItemsFile(
  artifacts: Pick<ArtifactStore, 'create'>,
  key: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  const writer = await artifacts.create(key);
  try {
    const [ids, offsets] = [[] as string[], [] as number[]];
    let [count, end, chunk] = [0, 0, ''];
    const flush = async () => {
      await writer.write(Buffer.from(chunk));
      chunk = '';
    };
    for await (const line of lines) {
      if (count++ % LINES_A_BLOCK === 0) {
        ids.push(lineId(line));
        offsets.push(end);
      }
      end += Buffer.byteLength(line);
      chunk += line;
      if (chunk.length >= CHUNK_CHARACTERS) await flush();
    }
    const index = JSON.stringify({ count, ids, offsets: [...offsets, end] } satisfies ItemsIndex);
    chunk += index + String(Buffer.byteLength(index)).padStart(FOOTER_BYTES, '0');
    await flush();
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

export type OpenArtifact = Awaited<ReturnType<ArtifactStore['open']>>;

export async function readItemsIndex({ bytes, slice }: OpenArtifact): Promise<ItemsIndex> {
  const footer = Buffer.from(await slice(bytes - FOOTER_BYTES, bytes)).toString();
  const index = await slice(bytes - FOOTER_BYTES - Number(footer), bytes - FOOTER_BYTES);
  return JSON.parse(Buffer.from(index).toString()) as ItemsIndex;
}

/** The number of the first item whose id is not below `id`; `count` where there is none. */
export async function positionOf(file: OpenArtifact, index: ItemsIndex, id: string): Promise<number> {
  let [low, high] = [0, index.ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(index.ids[middle]!, id) < 0) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return 0;
  const lines = await blockLines(file, index, low - 1);
  const within = lines.findIndex((line) => compareBytes(lineId(line), id) >= 0);
  return (low - 1) * LINES_A_BLOCK + (within === -1 ? lines.length : within);
}

/** The lines from this position on, block by block. */
export async function* linesFrom(
  file: OpenArtifact,
  index: ItemsIndex,
  position: number,
): AsyncGenerator<string> {
  let skip = position % LINES_A_BLOCK;
  for (let block = Math.floor(position / LINES_A_BLOCK); block < index.ids.length; block++) {
    yield* (await blockLines(file, index, block)).slice(skip);
    skip = 0;
  }
}

async function blockLines({ slice }: OpenArtifact, { offsets }: ItemsIndex, block: number) {
  const bytes = await slice(offsets[block]!, offsets[block + 1]!);
  // Line breaks of texts are escaped in JSON.
  return Buffer.from(bytes).toString().split('\n').slice(0, -1);
}
