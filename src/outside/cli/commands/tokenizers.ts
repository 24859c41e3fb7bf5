/** `tokenizers`: fit, list, export and import them. */
import type { Command } from 'commander';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, positiveInteger, withDataOptions } from '../options.ts';
import { type ExportTokenizerOptions, exportTokenizer } from '../tokenizers/export-tokenizer.ts';
import { type FitTokenizerOptions, fitTokenizer } from '../tokenizers/fit-tokenizer.ts';
import { type ImportTokenizerOptions, importTokenizer } from '../tokenizers/import-tokenizer.ts';
import { type ListTokenizersOptions, listTokenizers, showTokenizer } from '../tokenizers/show-tokenizers.ts';

export function addTokenizerCommands(program: Command, actions: CliActions): void {
  const tokenizers = program
    .command('tokenizers')
    .description('fit, list, export and import tokenizers of semantic IDs');
  withDataOptions(tokenizers.command('fit'))
    .description('ask for a fit; the worker does it')
    .requiredOption('--tenant <name>', 'the owner of the tokenizer')
    .requiredOption('--name <text>', 'its name; a name that is there already gets the next version')
    .option('--dataset <id>', 'fit on its items, with settings that are chosen for them')
    .option('--catalog <uri>', 'fit on a catalogue: file:NAME below imports/, or a place that is allowed')
    .option('--format <name>', 'of the catalogue: jsonl or parquet', 'jsonl')
    .option('--modalities <list>', 'text, image or text,image', 'text')
    .option('--levels <n>', '1 to 8', positiveInteger, 4)
    .option('--resolution <kind>', 'multi or uniform', 'multi')
    .option('--base-size <n>', 'codes of level 1: a power of two', positiveInteger, 256)
    .option('--quantizer <kind>', 'residual-kmeans or rq-vae', 'residual-kmeans')
    .option('--progressive', 'each prefix of codes means something alone')
    .action((options: FitTokenizerOptions) => fitTokenizer(actions, options));
  withDataOptions(tokenizers.command('list', { isDefault: true }))
    .description('list tokenizers, newest first')
    .option('--tenant <name>', 'only of this tenant')
    .action((options: ListTokenizersOptions) => listTokenizers(actions, options));
  withDataOptions(tokenizers.command('show'))
    .description('show what is known of a tokenizer')
    .argument('<id>', 'tok_…')
    .action((id: string, options: DataOptions) => showTokenizer(actions, id, options));
  withDataOptions(tokenizers.command('export'))
    .description('write its bundle, a tar.gz; the same bytes every time')
    .argument('<id>', 'tok_…')
    .requiredOption('--output <file>', 'where to')
    .action((id: string, options: ExportTokenizerOptions) => exportTokenizer(actions, id, options));
  withDataOptions(tokenizers.command('import'))
    .description('bring in a bundle, or codes that were made elsewhere')
    .argument('<file>', 'a bundle (.tar.gz), or codes (.json): {"item": ["<a_183>", "<b_70>", …], …}')
    .requiredOption('--tenant <name>', 'the owner of the tokenizer')
    .option('--name <text>', 'its name; a bundle has one of its own')
    .action((file: string, options: ImportTokenizerOptions) => importTokenizer(actions, file, options));
}
