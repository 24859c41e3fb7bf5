/** `tokenizers export`: a bundle. The file appears complete or not at all. */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CliActions } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { findTokenizer } from './find-tokenizer.ts';

export interface ExportTokenizerOptions extends DataOptions {
  readonly output: string;
}

export async function exportTokenizer(
  actions: CliActions,
  id: string,
  options: ExportTokenizerOptions,
): Promise<void> {
  await withStoreAndAccounts(actions, options, async (opened) => {
    const [{ readyTokenizer }, { assertBundleExportable }] = await Promise.all([
      import('../../../behaviour/tokenizers/open/tokenizer-opener.ts'),
      import('../../../behaviour/tokenizers/assert-bundle-exportable.ts'),
    ]);
    const tokenizer = readyTokenizer((await findTokenizer(opened, id)).tokenizer, id);
    await assertBundleExportable(opened.store.datasets, tokenizer);
    const { key, bytes, sha256 } = tokenizer.made!.file;
    const { artifacts } = actions.openFiles(options.data);
    const partial = `${options.output}.partial`;
    try {
      await pipeline(Readable.from(artifacts.read(key)), createWriteStream(partial, { mode: 0o600 }));
      renameSync(partial, options.output);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
    if (options.json) printJson({ id, bytes, sha256, file: options.output });
    else printLines(`${bytes} bytes written to ${options.output}, sha256 ${sha256}.`);
  });
}
