/** `tokenizers import`: a bundle, or codes that were made elsewhere. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { tokenizerFields } from '../../../behaviour/tokenizers/tokenizer-fields.ts';
import { newId } from '../../../contract/new-id.ts';
import { TokenizerName } from '../../../contract/tokenizer.ts';
import type { Tokenizer } from '../../../platform/storage/tokenizer-store.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { lookForTokenizer } from './find-tokenizer.ts';

export interface ImportTokenizerOptions extends DataOptions {
  readonly tenant: string;
  readonly name?: string;
}

export async function importTokenizer(
  actions: CliActions,
  file: string,
  options: ImportTokenizerOptions,
): Promise<void> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`There is no file ${file}.`);
  if (options.name !== undefined && !TokenizerName.safeParse(options.name).success)
    throw new UsageError('--name must have 1 to 200 characters.');
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { tenantId } = await opened.accounts.findTenant(options.tenant);
    const tokenizer = await bringIn(actions, opened, tenantId, file, options);
    if (options.json) return printJson(tokenizerFields(tokenizer));
    const { tokenizerId, name, version, made } = tokenizer;
    printLines(`Tokenizer «${name}» v${version} is there (${tokenizerId}): ${made!.itemCount} items.`);
  });
}

async function bringIn(
  { openFiles, clock }: CliActions,
  opened: StoreAndAccounts,
  tenantId: Tokenizer['tenantId'],
  file: string,
  { data, name }: ImportTokenizerOptions,
): Promise<Tokenizer> {
  const { importBundle, importCodes } = await import('../../../behaviour/tokenizers/import-bundle.ts');
  const parts = {
    tokenizers: opened.store.tokenizers,
    artifacts: openFiles(data).artifacts,
    isTaken: async (id: string) => (await lookForTokenizer(opened, id)) !== null,
    newId: () => newId('tok'),
    clock,
  };
  const bytes = await readFile(file);
  try {
    return /\.json$/i.test(file)
      ? await importCodes(parts, tenantId, JSON.parse(bytes.toString('utf8')), name ?? basename(file))
      : await importBundle(parts, tenantId, bytes, name ?? null);
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && error.name === 'FaultyBundleError'))
      throw new Error(`${file} cannot be brought in: ${error.message}.`, { cause: error });
    throw error;
  }
}
