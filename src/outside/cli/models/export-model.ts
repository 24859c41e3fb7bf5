/** `models export`: a bundle. The file appears complete or not at all. */
import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CliActions } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { findModel } from './find-models.ts';

export interface ExportModelOptions extends DataOptions {
  readonly output: string;
}

export async function exportModel(
  actions: CliActions,
  id: string,
  options: ExportModelOptions,
): Promise<void> {
  await withStoreAndAccounts(actions, options, async (opened) => {
    const [{ readyModel }, { assertModelExportable }, { modelBundle }] = await Promise.all([
      import('../../../behaviour/sequence-models/adaptation/find-model.ts'),
      import('../../../behaviour/sequence-models/exports/assert-model-exportable.ts'),
      import('../../../behaviour/sequence-models/exports/model-bundle.ts'),
    ]);
    const { tenantId, modelId } = (await findModel(opened, id)).model;
    const model = await readyModel(opened.store.models, tenantId, modelId);
    await assertModelExportable(opened.store, model);
    const { artifacts } = actions.openFiles(options.data);
    const { bytes, sha256 } = await writeWhole(modelBundle(artifacts, model), options.output);
    if (options.json) printJson({ id: modelId, bytes, sha256, file: options.output });
    else printLines(`${bytes} bytes written to ${options.output}, sha256 ${sha256}.`);
  });
}

async function writeWhole(chunks: AsyncIterable<Uint8Array>, output: string) {
  const partial = `${output}.partial`;
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(partial, { mode: 0o600 }));
    renameSync(partial, output);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}
