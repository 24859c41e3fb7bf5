/**
 * Writes the file of a model's items. Texts are read from the datasets of the model and its bases. Each pass
 * reads a range of ids, so that memory holds the shortened texts of one range.
 */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { readSnapshot, type SnapshotOfDataset } from '../../datasets/snapshot/read-snapshot.ts';
import { CATALOGUE_FILE, readModelFile, takeCatalogue } from '../adaptation/kept-model.ts';
import { itemNames } from '../serving/item-names.ts';
import { writeItemsFile } from './items-file.ts';
import { itemLine } from './model-item-line.ts';
import { type ModelWithItems, modelItemsKey } from './model-items-key.ts';

const ITEMS_A_PASS = 200_000;

/** Does nothing if the file exists. Throws `signal.reason`, and an Error for damaged files. */
export async function keepModelItems(
  artifacts: ArtifactStore,
  { model, datasets }: ModelWithItems,
  signal: AbortSignal,
  itemsAPass = ITEMS_A_PASS,
): Promise<void> {
  const key = modelItemsKey(model);
  if ((await artifacts.stat(key)) !== null) return;
  try {
    await writeItemsFile(artifacts, key, lines(artifacts, { model, datasets }, signal, itemsAPass));
  } catch (error) {
    // Another process has written the same file meanwhile.
    if ((await artifacts.stat(key)) === null) throw error;
  }
}

async function* lines(
  artifacts: ArtifactStore,
  { model, datasets }: ModelWithItems,
  signal: AbortSignal,
  itemsAPass: number,
): AsyncGenerator<string> {
  const { item_ids, counts } = await catalogueOf(artifacts, model);
  const { byteRank, numberOf } = itemNames(item_ids);
  for (let from = 0; from < item_ids.length; from += itemsAPass) {
    const found = new Array<string | undefined>(Math.min(itemsAPass, item_ids.length - from));
    const take = (itemId: string, text: string) => {
      const number = numberOf(itemId);
      const at = number === undefined ? -1 : byteRank[number]! - from;
      if (at >= 0 && at < found.length) found[at] ??= itemLine(itemId, text, counts[number!] ?? 0);
    };
    for (const dataset of datasets) await readTexts(artifacts, dataset, take, signal);
    // An item whose dataset is gone has no text.
    for (const itemId of item_ids) take(itemId, '');
    yield* found as string[];
  }
}

async function readTexts(
  artifacts: ArtifactStore,
  dataset: SnapshotOfDataset,
  take: (itemId: string, text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for await (const { itemIds, texts } of (await readSnapshot(artifacts, dataset)).items()) {
    signal.throwIfAborted();
    for (const [row, itemId] of itemIds.entries()) take(itemId, texts[row]!);
  }
}

async function catalogueOf(artifacts: ArtifactStore, { made }: ModelWithItems['model']) {
  const files = new Map<string, Uint8Array>();
  for (const file of made.files)
    if (file.part === CATALOGUE_FILE) files.set(file.part, await readModelFile(artifacts, file));
  return takeCatalogue(files).catalogue;
}
