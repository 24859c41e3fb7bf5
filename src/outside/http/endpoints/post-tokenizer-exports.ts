import { ExportTokenizerRequest } from '../../../contract/tokenizer.ts';
import { jobOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { TokenizerPath } from './resource-paths.ts';

export const postTokenizerExports = ({ tokenizers }: Pick<ServerDependencies, 'tokenizers'>) =>
  jobOperation({
    operationId: 'exportTokenizer',
    sdk: 'tokenizers.export',
    method: 'POST',
    path: '/v1/tokenizers/:tokenizer_id/exports',
    scope: 'data',
    tag: 'Tokenizers',
    summary: 'Export a tokenizer',
    description:
      'Writes the bundle of the tokenizer as a tar.gz: `manifest.json`, `encoder.json`, `codebooks.json`, `items.jsonl`, `tokens.json`, `contents.json` and `SHA256SUMS`; its bytes are always the same. The job (`tokenizer_export`) ends with `result.download_url`, which needs no key and is valid for an hour. The body is optional. The dataset’s terms must allow exports.',
    parameters: TokenizerPath,
    body: ExportTokenizerRequest,
    examples: { 'As tar.gz': { format: 'tar.gz' } },
    errors: ['tokenizer_not_found', 'tokenizer_not_ready', 'access_denied', 'unsupported_format'],
    idempotency: 'optional',
    handle: ({ caller, parameters, body, claim }) =>
      tokenizers.export(caller.tenantId, parameters.tokenizer_id, body?.format ?? 'tar.gz', claim),
  });
