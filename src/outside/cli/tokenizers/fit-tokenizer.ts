/** `tokenizers fit`: the request of POST /tokenizers. The worker of the data folder carries it out. */
import { join } from 'node:path';
import { newId } from '../../../contract/new-id.ts';
import { FitTokenizerRequest } from '../../../contract/tokenizer.ts';
import type { CliActions } from '../cli-actions.ts';
import { commaList, type DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export interface FitTokenizerOptions extends DataOptions {
  readonly tenant: string;
  readonly name: string;
  readonly dataset?: string;
  readonly catalog?: string;
  readonly format: string;
  readonly modalities: string;
  readonly levels: number;
  readonly resolution: string;
  readonly baseSize: number;
  readonly quantizer: string;
  readonly progressive?: true;
}

export async function fitTokenizer(actions: CliActions, options: FitTokenizerOptions): Promise<void> {
  const request = requestOf(options);
  await withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
    const { tenantId } = await accounts.findTenant(options.tenant);
    const { createTokenizerService } = await import(
      '../../../behaviour/tokenizers/create-tokenizer-service.ts'
    );
    const service = createTokenizerService({
      tokenizers: store.tokenizers,
      datasets: store.datasets,
      jobs: store.jobs,
      // The job checks the allowed network locations again: they are in the settings of the worker.
      sources: {
        importsFolder: join(options.data, 'imports'),
        prefixes: actions.importPrefixes(options.data),
      },
      opener: {
        open: async () => Promise.reject(new Error('this command assigns nothing')),
        close: async () => {},
      },
      wake: () => {},
      clock: actions.clock,
      newId,
    });
    const accepted = await service.fit(tenantId, request, null);
    if (accepted.state !== 'accepted') throw new Error('the fit was not accepted');
    const { jobId, resource } = accepted.job;
    if (options.json) return printJson({ tokenizer_id: resource!.id, job_id: jobId, status: 'queued' });
    printLines(
      `Tokenizer ${resource!.id} waits for its fit (${jobId}). «counterpart jobs show ${jobId}» shows its progress.`,
    );
  });
}

function requestOf(options: FitTokenizerOptions): FitTokenizerRequest {
  const { name, dataset, catalog, format, modalities, levels, resolution, baseSize } = options;
  if ((dataset === undefined) === (catalog === undefined))
    throw new UsageError('Give either --dataset or --catalog.');
  const parsed = FitTokenizerRequest.safeParse(
    dataset !== undefined
      ? { dataset_id: dataset, name }
      : {
          name,
          catalog: { uri: catalog, format },
          modalities: commaList(modalities),
          codebook: { levels, resolution, base_size: baseSize },
          quantizer: options.quantizer,
          progressive_masking: options.progressive === true,
        },
  );
  if (parsed.success) return parsed.data;
  throw new UsageError(`The request is not valid: ${wordsOf(parsed.error.issues[0])}.`);
}

/** The issues of a union's forms are nested below its first issue. */
function wordsOf(issue: unknown): string {
  const { path, message, errors } = issue as {
    readonly path: readonly PropertyKey[];
    readonly message: string;
    readonly errors?: readonly (readonly unknown[])[];
  };
  const nearest = errors?.toSorted((a, b) => a.length - b.length)[0]?.[0];
  return nearest === undefined ? `${path.join('.')} ${message}` : wordsOf(nearest);
}
