/** `tokenizers list` and `tokenizers show`. */

import { tokenizerFields } from '../../../behaviour/tokenizers/tokenizer-fields.ts';
import type { Tokenizer } from '../../../platform/storage/tokenizer-store.ts';
import type { CliActions } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { allTokenizers, findTokenizer } from './find-tokenizer.ts';

export interface ListTokenizersOptions extends DataOptions {
  readonly tenant?: string;
}

export async function listTokenizers(actions: CliActions, options: ListTokenizersOptions): Promise<void> {
  await withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
    const tenants =
      options.tenant === undefined
        ? await accounts.listTenants()
        : [await accounts.findTenant(options.tenant)];
    const found: { readonly tenant: string; readonly tokenizer: Tokenizer }[] = [];
    for (const { tenantId, name } of tenants)
      for await (const tokenizer of allTokenizers(store, tenantId)) found.push({ tenant: name, tokenizer });
    if (options.json)
      return printJson(found.map(({ tenant, tokenizer }) => ({ ...tokenizerFields(tokenizer), tenant })));
    if (found.length === 0)
      return printLines('There is no tokenizer yet. «counterpart tokenizers fit» starts a fit.');
    printTable(
      ['id', 'tenant', 'name', 'version', 'status', 'items', 'codes', 'collisions', 'made'],
      found.map(({ tenant, tokenizer }) => [
        tokenizer.tokenizerId,
        tenant,
        tokenizer.name,
        `v${tokenizer.version}`,
        tokenizer.status,
        String(tokenizer.made?.itemCount ?? ''),
        layoutText(tokenizer),
        tokenizer.made === null ? '' : percent(tokenizer.made.collisionRate),
        tokenizer.createdAt,
      ]),
    );
  });
}

export async function showTokenizer(actions: CliActions, id: string, options: DataOptions): Promise<void> {
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { tokenizer, tenant } = await findTokenizer(opened, id);
    if (options.json) return printJson({ ...tokenizerFields(tokenizer), tenant });
    const { name, version, status, datasetId, made, error } = tokenizer;
    printLines(
      `${name} v${version} (${id}) of ${tenant}: ${status}${made === null ? '' : `, ${made.itemCount} items, ${layoutText(tokenizer)}`}`,
      ...(datasetId === null ? [] : [`dataset: ${datasetId}`]),
      ...(error === null ? [] : [`error: ${error.message}`]),
      ...(made === null
        ? []
        : [
            `encoders: ${[made.textEncoder, made.imageEncoder].filter(Boolean).join(', ') || 'none'}; quantizer: ${made.quantizer ?? 'none, the codes were made elsewhere'}`,
            String(made.diagnostics.summary ?? ''),
            `${made.file.key}: ${made.file.bytes} bytes, sha256 ${made.file.sha256}`,
          ]),
    );
  });
}

function layoutText({ layout, made }: Tokenizer): string {
  const known = made?.layout ?? layout;
  return known === null ? '' : `${known.levels} levels from ${known.baseSize}, ${known.resolution}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
