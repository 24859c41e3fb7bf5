/** `extraction`: tries on a text how a domain's extractor reads it, and counts what clients corrected. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { type ReadingDepth, readingDepths } from '../../../contract/reading-depths.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { shippedVersions } from '../../../domains/shipped-domains.ts';
import type { CliActions } from '../cli-actions.ts';
import { countCorrections } from '../extraction/corrections.ts';
import { highlighted, readingOf, type ShownReading, type ShownValue } from '../extraction/show-reading.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addExtractionCommands(program: Command, actions: CliActions): void {
  const extraction = program.command('extraction').description('see how texts are read');
  extraction
    .command('try')
    .description('read a text by the rules of a domain; nothing is stored')
    .requiredOption('--domain <name>', 'a shipped domain, or a file with a definition')
    .argument('<file>', 'the text; - reads standard input')
    .option('--side <value>', 'as if the client had given the side')
    .addOption(
      new Option('--reading <depth>', 'structure and rules, or also the network')
        .choices(readingDepths)
        .default('full'),
    )
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', HELP)
    .action((file: string, options: TryOptions) => tryText(actions, file, options));
  withDataOptions(extraction.command('report'))
    .description('count, by field, where clients contradict what was read from texts')
    .requiredOption('--tenant <name>', 'the tenant of the people')
    .requiredOption('--domain <name>', 'the domain')
    .addHelpText('after', REPORT_HELP)
    .action((options: ReportOptions) => report(actions, options));
}

interface ReportOptions extends DataOptions {
  readonly tenant: string;
  readonly domain: string;
}

const REPORT_HELP = `
A value that a client gives beside a text, or sends later, corrects what was read. Of each field:
  read           people of whose texts it was read
  confirmed      … whose client gave the same value
  contradicted   … whose client gave another one; the commonest pairs are shown
  right, stated  the share of confirmed values, and the mean of their probabilities: they should be alike
  not found      people whose client gave a value that their texts did not yield

Example:
  counterpart extraction report --tenant acme --domain hiring`;

interface TryOptions {
  readonly domain: string;
  readonly side?: string;
  readonly reading: ReadingDepth;
  readonly json?: true;
}

const HELP = `
Prints the text with the span of each value, and of each value:
  probability  of being right
  read from    its words, and its path in the document
  signs        what speaks for it, each with the probability that it alone gives: a kind of rule (phrases, number, place, …),
               record (the key of the path), mention and label (the network, at the words and over the whole text)

Then the readings that were not taken, at most five a field, and why:
  other owner      the words are about the counterpart, somebody else or the past, or deny it
  other value      a more probable value was taken
  derived          the network alone found it, which gives no value to a derived field
  below threshold  too unlikely; with what spoke against it in the rules (log-odds)

Example:
  counterpart extraction try --domain hiring cv.txt`;

async function tryText(actions: CliActions, file: string, options: TryOptions): Promise<void> {
  const definition = definitionOf(options.domain);
  const sideField = definition.sides?.field;
  if (options.side !== undefined && sideField === undefined)
    throw new UsageError(`--side: ${definition.domain} has no sides.`);
  const text = readFileSync(file === '-' ? 0 : file, 'utf8');
  // Loading the rules of languages takes long: only this command does.
  const { compileExtractor } = await import('../../../people/reading/compile-extractor.ts');
  const { shippedDecisionModel } = await import('../../../people/reading/decision/decision-model.ts');
  const encoder = await actions.openEncoder({ setting: 'embedded', model: null });
  try {
    const { resolve: resolvePlace, populationOf, mayBeginPlace } = await actions.openGazetteer();
    const extractor = await compileExtractor(definition, {
      encoder,
      resolvePlace,
      populationOf,
      mayBeginPlace,
    });
    const known = options.side === undefined ? {} : { [sideField!]: options.side };
    const explained = { depth: options.reading, explained: true };
    const read = await extractor.explain(text, actions.clock(), known, explained);
    const reading = readingOf(text, read, shippedDecisionModel());
    if (options.json) printJson(reading);
    else print(reading);
  } finally {
    await encoder.close();
  }
}

const PAIRS_SHOWN = 3;

async function report(actions: CliActions, options: ReportOptions): Promise<void> {
  await withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
    const { tenantId } = await accounts.findTenant(options.tenant);
    const { definition } = await accounts.domainFor(tenantId, options.domain);
    const { people, fields } = await countCorrections(store.profiles, tenantId, definition);
    const shown = fields.map(({ pairs, stated, ...counts }) => {
      const compared = counts.confirmed + counts.contradicted;
      return {
        ...counts,
        right: compared === 0 ? null : counts.confirmed / compared,
        stated: compared === 0 ? null : stated / compared,
        commonest: [...pairs].sort((a, b) => b[1] - a[1]).slice(0, PAIRS_SHOWN),
      };
    });
    if (options.json) {
      printJson({
        people,
        fields: shown.map(({ commonest, ...rest }) => ({
          ...rest,
          commonest: Object.fromEntries(commonest),
        })),
      });
      return;
    }
    printLines(`${people} people with texts in ${options.domain}.`, '');
    const share = (value: number | null) => value?.toFixed(2) ?? '';
    printTable(
      ['field', 'read', 'confirmed', 'contradicted', 'right', 'stated', 'not found', 'read → given'],
      shown.map(({ field, read, confirmed, contradicted, right, stated, not_found, commonest }) => [
        field,
        String(read),
        String(confirmed),
        String(contradicted),
        share(right),
        share(stated),
        String(not_found),
        commonest.map(([pair, count]) => `${pair} (${count})`).join('; '),
      ]),
    );
  });
}

function definitionOf(domain: string): DomainDefinition {
  const shipped = shippedVersions().find((version) => version.domain === domain);
  return shipped?.read() ?? parseDefinition(readFileSync(domain, 'utf8'), basename(domain));
}

function print({ text, side, values, preferences, lost }: ShownReading): void {
  printLines(highlighted(text.trimEnd(), [...values, ...preferences]), '');
  if (side !== null) printLines(`Side: ${side.value} (${side.probability.toFixed(2)})`, '');
  printTable(
    ['field', 'value', 'probability', 'read from', 'signs'],
    [
      ...values.map((value) => [...rowOf(value), signsOf(value)]),
      ...preferences.map((value) => [...rowOf(value, 'wants '), signsOf(value)]),
    ],
  );
  if (lost.length === 0) return;
  printLines('', 'Not taken:');
  printTable(
    ['field', 'value', 'probability', 'read from', 'signs', 'owner', 'why', 'against it'],
    lost.map((reading) => [
      ...rowOf(reading, reading.kind === 'preference' ? 'wants ' : ''),
      signsOf(reading),
      reading.owner,
      reading.because.replaceAll('_', ' '),
      reading.against?.join(', ') ?? '',
    ]),
  );
}

const signsOf = ({ signs }: ShownValue): string =>
  Object.entries(signs)
    .map(([name, probability]) => `${name} ${probability.toFixed(2)}`)
    .join(', ');

/** Characters of a single value or of words of the text; lists are whole, by item. */
const MAX_SHOWN = 48;

function rowOf({ field, value, probability, words, path }: ShownValue, prefix = ''): string[] {
  const clipped = (shown: string) => (shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN - 1)}…` : shown);
  const items = Array.isArray(value) ? value : [value];
  const shown = items.map((item) => clipped(typeof item === 'string' ? item : JSON.stringify(item)));
  const place = path === null ? '' : ` (${clipped(path)})`;
  return [
    `${prefix}${field}`,
    shown.join(', '),
    probability.toFixed(3),
    `${clipped(words.replaceAll(/\s+/g, ' '))}${place}`,
  ];
}
