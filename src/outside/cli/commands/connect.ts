/** `connect`: takes rows in from a source, as they come. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { ConnectorCheckpoint } from '../../../platform/storage/connector-store.ts';
import type { CliActions, OpenIngest } from '../cli-actions.ts';
import { type Connector, readConnector } from '../connect/connector-file.ts';
import { openSourceOf } from '../connect/open-source-of.ts';
import { openSink, type RowSink } from '../connect/row-sink.ts';
import { runConnector } from '../connect/run-connector.ts';
import type { Source } from '../connect/source.ts';
import { RejectsFile } from '../import/rejects-file.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';

interface ConnectOptions extends DataOptions {
  readonly dryRun?: true;
  readonly once?: true;
  readonly restart?: true;
}

export function addConnectCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('connect'))
    .description('take rows in from a folder, a bucket, PostgreSQL or Kafka, as they come')
    .argument('<file>', 'the YAML file of the connector')
    .option('--dry-run', 'show what the first rows become; nothing is stored')
    .option('--once', 'end where there is nothing new')
    .option('--restart', 'begin at the start of the source')
    .addHelpText('after', HELP)
    .action((file: string, options: ConnectOptions) => connect(actions, file, options));
}

const HELP = `
The file says where rows come from, what they become (people, context, feedback or events), and the mapping. The
checkpoint is in the store, behind the data: a connector that is killed goes on where it stopped, and loses and doubles
nothing. Rows that are not stored go to a dead-letter file, each with its reason. One process runs a connector: a second
one takes it over. /metrics of the server has its rows and its lag.

Examples:
  counterpart connect shop-events.yaml --dry-run
  counterpart connect shop-events.yaml
  counterpart connect nightly.yaml --once`;

async function connect(actions: CliActions, file: string, options: ConnectOptions): Promise<void> {
  const connector = readConnector(file);
  actions.lowerPriority();
  const opened = await actions.openIngest(options.data);
  try {
    const { tenantId: tenant } = await opened.accounts.findTenant(connector.tenant);
    const sink = await openSink(opened, tenant, connector);
    const source = await openSourceOf(connector, opened.openBucket);
    try {
      await untilInterrupted((signal) =>
        options.dryRun
          ? showFirst(source, sink, options, signal)
          : run({ actions, opened, connector, tenant, source, sink, options, signal }),
      );
    } finally {
      await source.close();
    }
  } finally {
    await opened.close();
  }
}

const SHOWN_ROWS = 20;

async function showFirst(source: Source, sink: RowSink, { json }: ConnectOptions, signal: AbortSignal) {
  for await (const { records, lag } of source.batches(null, { batchSize: SHOWN_ROWS, once: true, signal })) {
    const shown = records.map((record) => ({ id: record.id, ...sink.describe(record) }));
    if (json) printJson({ dry_run: true, rows: shown, lag });
    else {
      for (const each of shown)
        printLines(
          'fault' in each
            ? `${each.id}: refused: ${each.fault.message}`
            : `${each.id}: ${JSON.stringify(each.row)}`,
        );
      printLines(`Nothing was stored. These are the first ${shown.length} rows.`);
    }
    return;
  }
}

interface Run {
  readonly actions: CliActions;
  readonly opened: OpenIngest;
  readonly connector: Connector;
  readonly tenant: ConnectorCheckpoint['tenantId'];
  readonly source: Source;
  readonly sink: RowSink;
  readonly options: ConnectOptions;
  readonly signal: AbortSignal;
}

async function run({
  actions,
  opened,
  connector,
  tenant,
  source,
  sink,
  options,
  signal,
}: Run): Promise<void> {
  const { connectors } = opened.store;
  const { name } = connector;
  if (options.restart) await connectors.remove(tenant, name);
  const begun = {
    tenantId: tenant,
    name,
    source: source.kind,
    owner: randomUUID(),
    checkedAtMs: actions.clock(),
  };
  const from = await connectors.take(begun);
  const path =
    connector.dead_letters ?? join(options.data, 'connectors', `${tenant}.${name}.dead-letters.ndjson`);
  const deadLetters = new RejectsFile(path, from.rejectsBytes);
  if (from.position !== null)
    process.stderr.write(
      `The connector goes on behind its last checkpoint: ${from.stored} rows were stored.\n`,
    );
  const shown = { rows: from.stored + from.rejected };
  const last = await runConnector({
    ...{ source, sink, connectors, from, deadLetters, clock: actions.clock },
    options: { batchSize: connector.batch, once: options.once === true, signal },
    onBatch: (checkpoint) => {
      const rows = checkpoint.stored + checkpoint.rejected;
      if (rows !== shown.rows) process.stderr.write(`${progressLine(checkpoint)}\n`);
      shown.rows = rows;
    },
    onRetry: ({ message }, waitMs) =>
      process.stderr.write(
        `The rows could not be stored now, and are sent again in ${waitMs} ms: ${message}\n`,
      ),
  });
  report(from, last, path, options);
}

function progressLine({ stored, rejected, lag }: ConnectorCheckpoint): string {
  return `${stored} rows stored, ${rejected} refused${lag === null ? '' : `, ${lag} left`}.`;
}

function report(
  from: ConnectorCheckpoint,
  last: ConnectorCheckpoint,
  path: string,
  { json }: ConnectOptions,
) {
  const deadLetters = last.rejected > 0 ? path : null;
  const now = { stored: last.stored - from.stored, rejected: last.rejected - from.rejected };
  if (json)
    printJson({
      ...{ connector: last.name, source: last.source, lag: last.lag, dead_letters: deadLetters },
      ...{ stored: last.stored, rejected: last.rejected },
      this_run: now,
    });
  else
    printLines(
      `${last.name}: ${now.stored} rows stored, ${now.rejected} refused; ${last.stored} and ${last.rejected} over all runs.`,
      ...(deadLetters === null ? [] : [`Refused rows, each with its reason: ${deadLetters}`]),
    );
}
