/**
 * Runs a connector: a batch is written, what was refused goes to the dead-letter file, and then the checkpoint is
 * stored. So the checkpoint is never ahead of the data. After a crash the last batch is written again. This changes
 * nothing: people and texts become what they are, and outcomes and events are known by the ids of their rows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../../contract/errors.ts';
import type { ConnectorCheckpoint, ConnectorStore } from '../../../platform/storage/connector-store.ts';
import type { RowOutcome } from '../../ingest/row-outcome.ts';
import type { RejectsFile } from '../import/rejects-file.ts';
import { claimRoute, type RowSink } from './row-sink.ts';
import type { ReadOptions, Source, SourceBatch, SourceRecord } from './source.ts';

export interface ConnectorRun {
  readonly source: Source;
  readonly sink: RowSink;
  readonly connectors: Pick<ConnectorStore, 'save'>;
  readonly from: ConnectorCheckpoint;
  readonly deadLetters: RejectsFile;
  readonly options: ReadOptions;
  readonly onBatch: (checkpoint: ConnectorCheckpoint) => void;
  readonly onRetry: (error: Error, waitMs: number) => void;
  /** Epoch ms. */
  readonly clock: () => number;
}

const ATTEMPTS = 8;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/** The last checkpoint. Throws where the store cannot be written, or another process has taken the connector over. */
export async function runConnector(run: ConnectorRun): Promise<ConnectorCheckpoint> {
  let checkpoint = run.from;
  for await (const batch of run.source.batches(checkpoint.position, run.options)) {
    checkpoint = await takeBatch(run, checkpoint, batch);
    run.onBatch(checkpoint);
  }
  return checkpoint;
}

async function takeBatch(
  run: ConnectorRun,
  before: ConnectorCheckpoint,
  { records, position, lag }: SourceBatch,
): Promise<ConnectorCheckpoint> {
  const outcomes = await untilWritten(run, records);
  const refused = outcomes.flatMap((outcome, at) => {
    return typeof outcome === 'string' ? [] : [deadLetter(records[at]!, outcome)];
  });
  run.deadLetters.append(refused);
  const checkpoint = {
    ...before,
    ...{ position, lag, rejectsBytes: run.deadLetters.bytes, checkedAtMs: run.clock() },
    stored: before.stored + outcomes.length - refused.length,
    rejected: before.rejected + refused.length,
  };
  if (!(await run.connectors.save(checkpoint, claimRoute(before.name))))
    throw new Error(
      `Another process has taken over the connector «${before.name}»; this one stops. What it stored is kept.`,
    );
  if (!isDeepStrictEqual(position, before.position)) await run.source.acknowledge?.(position);
  return checkpoint;
}

async function untilWritten(
  { sink, onRetry, options: { signal } }: ConnectorRun,
  records: readonly SourceRecord[],
): Promise<readonly RowOutcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sink.write(records);
    } catch (error) {
      if (!(error instanceof ApiError) || attempt === ATTEMPTS || signal.aborted) throw error;
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
      onRetry(error, waitMs);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

function deadLetter(record: SourceRecord, { code, message }: Exclude<RowOutcome, string>) {
  return { id: record.id, code, reason: message, values: 'row' in record ? record.row : record.text };
}
