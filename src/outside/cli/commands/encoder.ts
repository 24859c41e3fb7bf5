/** `encoder`: shows the serving text encoder, and replaces it while matches continue. */
import { type Command, InvalidArgumentError } from 'commander';
import { type BegunSwitch, switchEncoder } from '../../../engines/encoders/switch-encoder.ts';
import { askForReencoding } from '../../../people/profiles/vectors/reencode-kind.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { encoderStatus, type ShownStatus } from '../encoder/encoder-status.ts';
import { reencodeInForeground } from '../encoder/reencode-in-foreground.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addEncoderCommands(program: Command, actions: CliActions): void {
  const encoder = program.command('encoder').description('see which text encoder serves, and change it');
  addStatus(encoder, actions);
  addSwitch(encoder, actions);
}

function addStatus(encoder: Command, actions: CliActions): void {
  withDataOptions(encoder.command('status'))
    .description('which encoder serves, which replaces it, the progress, and what to do next')
    .action((options: DataOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const status = await encoderStatus(opened.store);
        if (options.json) printJson(status);
        else printStatus(status);
      }),
    );
}

interface SwitchOptions extends DataOptions {
  readonly model?: string;
  readonly now?: true;
}

function addSwitch(encoder: Command, actions: CliActions): void {
  withDataOptions(encoder.command('switch'))
    .description('encode all people with another encoder, which then serves; matches go on meanwhile')
    .argument('<encoder>', 'embedded, contextual, folder:PATH, hf:OWNER/MODEL or openai:URL', encoderSetting)
    .option('--model <name>', 'the model to request from an openai:URL')
    .option('--now', 'do the work here instead of in the worker of the running server')
    .addHelpText('after', HELP)
    .action((setting: string, options: SwitchOptions) =>
      withStoreAndAccounts(actions, options, (opened) => change(actions, opened, setting, options)),
    );
}

const HELP = `
The encoder is opened and tried before anything changes. A key that it needs is TEXT_ENCODER_API_KEY, here and for the
server. A server that is started with TEXT_ENCODER goes by that: set it to the same, or leave it out.

Examples:
  counterpart encoder switch folder:/models/multilingual-e5-small
  counterpart encoder switch openai:http://127.0.0.1:11434/v1 --model nomic-embed-text --now`;

async function change(
  actions: CliActions,
  opened: StoreAndAccounts,
  setting: string,
  options: SwitchOptions,
): Promise<void> {
  const { store } = opened;
  const begun = await switchEncoder(
    store.encoders,
    { setting, model: options.model ?? null },
    { open: (spec) => actions.openEncoder(spec), now: () => new Date(actions.clock()).toISOString() },
  );
  const queued = await askForReencoding(store, actions.clock());
  if (!options.json) printLines(...wordsFor(begun, queued && options.now !== true));
  if (options.now === true && queued) await reencodeInForeground(actions, opened, options.json === true);
  if (options.json) printJson(await encoderStatus(store));
}

function wordsFor({ outcome, encoderId, rowsLeft }: BegunSwitch, queued: boolean): readonly string[] {
  switch (outcome) {
    case 'serves':
      return [`${encoderId} serves already; nothing changes.`];
    case 'ended':
      return [`The switch is ended; ${encoderId} goes on serving.`];
    case 'begun':
      return [
        `${encoderId} takes over when ${rowsLeft.toLocaleString('en')} rows are encoded; until then matches use the vectors there are.`,
        ...(queued
          ? [
              'The worker of the running server does it, or of the next start. See «counterpart encoder status».',
            ]
          : []),
        'A server that is started with TEXT_ENCODER goes by that: set it to the same encoder, or leave it out.',
      ];
    default:
      return outcome satisfies never;
  }
}

function printStatus({ serving, target, rows_to_encode, share, job, vectors, next }: ShownStatus): void {
  printLines(
    serving === null
      ? 'No encoder serves yet: no person was stored.'
      : `serving  ${serving.encoder} (${serving.setting ?? 'how to open it is not known'}) since ${serving.since}`,
    ...(target === null
      ? []
      : [
          `target   ${target.encoder} (${target.setting}) since ${target.since}: ${(100 * share).toFixed(1)} % done, ${rows_to_encode.toLocaleString('en')} rows left`,
        ]),
    ...(job === null ? [] : [`job      ${job.status}${job.problem === null ? '' : `: ${job.problem}`}`]),
    ...(job !== null && job.refused > 0
      ? [`refused  ${job.refused} texts, which stay without a vector`]
      : []),
    `next     ${next}`,
  );
  if (vectors.length > 0)
    printTable(
      ['vectors of', 'people'],
      vectors.map(({ encoder, heads }) => [encoder, heads.toLocaleString('en')]),
    );
}

function encoderSetting(value: string): string {
  if (/^(embedded|contextual|folder:.+|hf:.+|openai:https?:\/\/.+)$/.test(value)) return value;
  throw new InvalidArgumentError(
    'Expected embedded, contextual, folder:PATH, hf:OWNER/MODEL or openai:URL (http://host/v1).',
  );
}
