/**
 * The seekers of a batch: those of the request, the rows of a file, or the users of the domain. The users of
 * the domain are written down before the first match. So people who are added or erased meanwhile change no
 * position in the batch.
 */

import { type BatchCheckpoint, noChunks } from '../../../behaviour/batches/batch-checkpoint.ts';
import {
  type BatchFault,
  type BatchPeople,
  countedPeople,
  peopleOfFile,
} from '../../../behaviour/batches/batch-people.ts';
import { readStagedLines, stageLines } from '../../../behaviour/batches/staged-lines.ts';
import type { OpenSource } from '../../../behaviour/datasets/sources/open-source.ts';
import { sourceFormat } from '../../../behaviour/datasets/sources/source-format.ts';
import { type RecordOrFault, recordReader } from '../../../behaviour/tokenizers/catalogue/record-reader.ts';
import { type MatchBatchRequest, SeekerRow } from '../../../contract/match-batch.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import { rowPasses } from '../../../domains/row-passes.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { TaskContext } from '../../../platform/jobs/task.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import { hardValues } from '../hard-values.ts';
import { parseSeekers } from './parse-seekers.ts';

export interface BatchSeeker {
  /** The place in the batch, from 1. */
  readonly position: number;
  /** The number of the row in the request or the file, from 1; null: the seekers are users of the domain. */
  readonly row: number | null;
  /** null: `fault` says why there is none. */
  readonly userId: string | null;
  readonly fault: BatchFault | null;
}

type OpenSeekerRows = OpenSource<RecordOrFault<SeekerRow>>;

export const seekerRowReader = recordReader(SeekerRow, 'user_id');

export interface SeekerParts {
  readonly store: { readonly profiles: Pick<ProfileStore, 'scanIndexed'> };
  readonly artifacts: ArtifactStore;
  readonly openRows: OpenSeekerRows;
  readonly resolvePlace: ResolvePlace;
  readonly servingEncoder: () => Promise<string>;
}

/** Returns the checkpoint to go on from, which names the list of users where there is one. */
export async function openSeekers(
  parts: SeekerParts,
  context: TaskContext,
  definition: DomainDefinition,
  request: MatchBatchRequest,
  done: BatchCheckpoint,
): Promise<{ readonly people: BatchPeople<BatchSeeker>; readonly done: BatchCheckpoint }> {
  const { user_ids: userIds, source_uri: uri, source_format = 'jsonl' } = request;
  if (userIds !== undefined) {
    const seekers = userIds.map((userId, at) => seekerOf(at + 1, at + 1, userId));
    return { people: countedPeople(seekers, seekers.length), done };
  }
  if (uri !== undefined) {
    const rows = await parts.openRows({ uri, format: sourceFormat(source_format) }, context.signal);
    return { people: peopleOfFile(rows, rowSeeker, faultySeeker), done };
  }
  const listed = done.list === undefined ? await writeList(parts, context, definition, request) : done;
  let count = 0;
  for await (const _ of readStagedLines(parts.artifacts, listed.list!)) count++;
  return { people: countedPeople(listedSeekers(parts.artifacts, listed.list!), count), done: listed };
}

async function writeList(
  { store, artifacts, resolvePlace, servingEncoder }: SeekerParts,
  { job, signal, checkpoint }: TaskContext,
  definition: DomainDefinition,
  request: MatchBatchRequest,
): Promise<BatchCheckpoint> {
  const { clauses, excludeUserIds } = parseSeekers(definition, request.seekers ?? {}, resolvePlace);
  const excluded = new Set(excludeUserIds);
  const encoderId = await servingEncoder();
  const { profiles } = store;
  const lines = async function* () {
    for await (const page of profiles.scanIndexed(job.tenantId, definition.domain, ROWS_A_PAGE, encoderId)) {
      signal.throwIfAborted();
      for (const { row } of page)
        if (!excluded.has(row.userId) && rowPasses(clauses, hardValues(definition, row), row.places))
          yield `${JSON.stringify(row.userId)}\n`;
    }
  };
  const done = { ...noChunks, list: await stageLines(artifacts, job, 'seekers', lines()) };
  await checkpoint(done);
  return done;
}

const ROWS_A_PAGE = 500;

async function* listedSeekers(artifacts: ArtifactStore, list: string): AsyncGenerator<BatchSeeker> {
  let position = 0;
  for await (const line of readStagedLines(artifacts, list))
    yield seekerOf(++position, null, JSON.parse(line) as string);
}

function seekerOf(position: number, row: number | null, userId: string): BatchSeeker {
  return { position, row, userId, fault: null };
}

function rowSeeker({ user_id: userId }: SeekerRow, row: number): BatchSeeker {
  return userId === undefined
    ? faultySeeker(row, { code: 'invalid_request', message: 'must have user_id' })
    : seekerOf(row, row, userId);
}

function faultySeeker(row: number, fault: BatchFault): BatchSeeker {
  return { position: row, row, userId: null, fault };
}
