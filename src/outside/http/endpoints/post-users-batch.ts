import { z } from 'zod';
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import { type ReadingDepth, readingDepths } from '../../../contract/reading-depths.ts';
import { UpsertedLine, UpsertUserRequest, type UserRecord } from '../../../contract/user.ts';
import { upsertStream } from '../../../people/profiles/intake/upsert-stream.ts';
import type { ProfileService, UpsertCall } from '../../../people/profiles/profile-service.ts';
import { type RepeatedIds, repeatedIds, SeenIds } from '../../../platform/intake/repeated-ids.ts';
import { type GivenLine, type LineAnswer, lineOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

/** The last line has a fault: ages begin at 18. */
export const batchExample: readonly UpsertUserRequest[] = [
  { user_id: 'carla', domain: 'dating', context: 'Carla, 34, from Porto. I cook and sail.' },
  { user_id: 'davi', domain: 'dating', fields: { age: 36, gender: 'man', location: 'Braga, Portugal' } },
  { user_id: 'eva', domain: 'dating', fields: { age: 7 } },
];

export const postUsersBatch = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  lineOperation({
    operationId: 'upsertUsers',
    sdk: 'users.upsertMany',
    method: 'POST',
    path: '/v1/users/batch',
    scope: 'write',
    tag: 'Users',
    summary: 'Create or replace many users',
    description:
      'Each line of the body is the body of a POST /v1/users. Each line of the answer says what became of one line, in the same order, and is sent while the body still arrives: the line is durable then. A faulty line gets its error and spoils no other. A second line for one user and domain is 422 `duplicate_id` and names both lines, unless `repeated` says what to do with it. Where the answer ends early, its last line has `next_line`: that line and all after it were not acknowledged; send them again. A body has at most 1,000,000 lines, each of at most the size of a body. With an `Idempotency-Key`, each line has a key of its own, made of the header and its number: a line that was acknowledged before is not written again, and its answer is given again with `replayed`; a line that differs from the one acknowledged under its key is 422 `idempotency_key_reused`, one that another request writes meanwhile 409 `idempotency_in_progress`, and one of a user erased since 409 `conflict`. Read the answer while you send: a client that does not read is not read from.',
    body: UpsertUserRequest,
    texts: ['context'],
    query: z.strictObject({
      records: z
        .enum(['true', 'false'])
        .optional()
        .describe('`true`: answers have the user record. Default: `false`.')
        .meta({ example: 'true' }),
      repeated: z
        .enum(repeatedIds)
        .optional()
        .describe(
          'A line whose user and domain an earlier line of the request has: `refuse` (default) answers 422 `duplicate_id`; `replace` writes it as a POST /v1/users after the other; `merge` lays its values over those of the other, and adds its text. The first 10,000,000 ids are compared.',
        )
        .meta({ example: 'merge' }),
      reading: z
        .enum(readingDepths)
        .optional()
        .describe(
          'How deep the texts are read before a line is stored. `fast` (default): by structure and rules; where a full reading may differ, a job of the kind `full_reading` reads the stored texts in full, one job a domain. `full`: as POST /v1/users reads them.',
        )
        .meta({ example: 'full' }),
      dry_run: z
        .enum(['true', 'false'])
        .optional()
        .describe(
          '`true`: nothing is stored. A line that would be stored has its `user_id` in its answer, another one the error that it would meet. Texts are not read, and no other host is asked. Default: `false`.',
        )
        .meta({ example: 'true' }),
    }),
    examples: { 'Two people and a faulty line': batchExample },
    answer: {
      status: 200,
      description: 'One line for each line of the body; blank lines are counted and not answered.',
      schema: UpsertedLine,
      contentType: 'application/x-ndjson',
    },
    errors: [],
    idempotency: 'optional',
    screen: ({ query }) => screenRepeated(query.repeated ?? 'refuse'),
    handle: async function* ({ caller, query }, lines) {
      if (query.dry_run === 'true') return yield* checkedLines(profiles, caller.tenantId, lines);
      const withRecord = query.records === 'true';
      const calls = upsertCalls(lines, { withRecord, reading: query.reading ?? 'fast' });
      for await (const batch of upsertStream(profiles, caller.tenantId, calls)) {
        yield batch.map(({ given: call, result }) => lineAnswer(call, result, withRecord));
      }
    },
  });

/** Compares the users of one request. */
function screenRepeated(repeated: RepeatedIds) {
  const seen = new SeenIds();
  return ({ number, value }: { readonly number: number; readonly value: UpsertUserRequest }) => {
    const { user_id, domain } = value;
    const first = seen.seenAt(JSON.stringify([domain, user_id]), number);
    if (first === undefined || repeated === 'replace') return value;
    if (repeated === 'merge') return { ...value, merge: true };
    return apiError(
      'duplicate_id',
      `Line ${number} repeats the user_id of line ${first} in the domain ${domain}. Leave one of them out, or say repeated=replace or repeated=merge in the query.`,
      { user_id, line: number, first_line: first },
    );
  };
}

type UserLines = AsyncIterable<readonly GivenLine<UpsertUserRequest>[]>;

async function* checkedLines(
  profiles: Pick<ProfileService, 'checkMany'>,
  tenant: TenantId,
  lines: UserLines,
): AsyncGenerator<readonly LineAnswer[]> {
  for await (const batch of lines) {
    const requests = batch.flatMap(({ value }) => (value === undefined ? [] : [value]));
    const faults = (requests.length === 0 ? [] : await profiles.checkMany(tenant, requests)).values();
    yield batch.map((line) => {
      if (line.value === undefined) return line;
      const { number, value } = line;
      const error = faults.next().value ?? null;
      return error === null ? { number, value: { user_id: value.user_id } } : { number, error };
    });
  }
}

type Call = GivenLine<UpsertCall>;

async function* upsertCalls(lines: UserLines, options: CallOptions): AsyncGenerator<readonly Call[]> {
  for await (const batch of lines) yield batch.map((line) => upsertCall(line, options));
}

interface CallOptions {
  readonly withRecord: boolean;
  readonly reading: ReadingDepth;
}

function upsertCall(line: GivenLine<UpsertUserRequest>, { withRecord, reading }: CallOptions): Call {
  if (line.value === undefined) return line;
  const { number, value, claim } = line;
  if (claim === undefined) return { number, value: { ...value, reading } };
  const answerFor = (record: UserRecord) => claim.answerFor(shown(record, withRecord));
  return { number, value: { ...value, reading, claim: { ...claim, answerFor } } };
}

function lineAnswer(call: Call, result: UserRecord | Error | undefined, withRecord: boolean): LineAnswer {
  if (call.value === undefined) return call;
  const { number } = call;
  if (result instanceof Error) return { number, error: result };
  return { number, value: shown(result!, withRecord) };
}

function shown(record: UserRecord, withRecord: boolean) {
  const { user_id, warnings } = record;
  if (withRecord) return { user_id, record };
  return { user_id, ...(warnings !== undefined && { warnings }) };
}
