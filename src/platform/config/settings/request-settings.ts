/** Settings of requests: their bodies, how many are handled at once, and the candidate indexes. */
import { KIB, MIB } from '../../../contract/common.ts';
import { type Setting, wholeNumber } from '../setting.ts';
export const requestSettings = {
  bodyLimitBytes: {
    variable: 'COUNTERPART_BODY_LIMIT',
    flag: '--body-limit',
    form: 'bytes',
    meaning: 'Largest request body; more is 413.',
    example: String(8 * MIB),
    schema: wholeNumber(KIB, 1024 * MIB).default(8 * MIB),
  },
  documentBytes: {
    variable: 'COUNTERPART_DOCUMENT_LIMIT',
    flag: '--document-limit',
    form: 'bytes',
    meaning: 'Largest document (POST /v1/documents, `counterpart import`); more is 413.',
    example: String(10 * MIB),
    schema: wholeNumber(KIB, 256 * MIB).default(10 * MIB),
  },
  documentPages: {
    variable: 'COUNTERPART_DOCUMENT_PAGES',
    flag: '--document-pages',
    form: 'number',
    meaning: 'Pages of a document; more is 422 `unreadable_document`.',
    example: '200',
    schema: wholeNumber(1, 10_000).default(200),
  },
  documentSeconds: {
    variable: 'COUNTERPART_DOCUMENT_SECONDS',
    flag: '--document-seconds',
    form: 'seconds',
    meaning: 'How long a document may take to be read; longer is 422 `unreadable_document`.',
    example: '30',
    schema: wholeNumber(1, 600).default(30),
  },
  documentMemoryMib: {
    variable: 'COUNTERPART_DOCUMENT_MEMORY',
    flag: '--document-memory',
    form: 'MiB',
    meaning:
      'Memory of the process that reads documents, which is killed above it: 422 `unreadable_document`.',
    example: '1024',
    schema: wholeNumber(128, 65_536).default(768),
  },
  maxInFlight: {
    variable: 'COUNTERPART_MAX_IN_FLIGHT',
    flag: '--max-in-flight',
    form: 'number',
    meaning: 'Requests handled at once, shared fairly among workspaces; one more is 503 `overloaded`.',
    example: '512',
    schema: wholeNumber(1, 100_000).default(512),
  },
  maxOpenBodies: {
    variable: 'COUNTERPART_OPEN_BODIES',
    flag: '--open-bodies',
    form: 'number',
    meaning:
      'Request bodies received at once, each up to the body limit in memory; one more is 503 `overloaded`.',
    example: '512',
    schema: wholeNumber(1, 100_000).default(512),
  },
  bodiesPerKey: {
    variable: 'COUNTERPART_BODIES_PER_KEY',
    flag: '--bodies-per-key',
    form: 'number',
    meaning: 'Request bodies of one key received at once; one more is 429 `rate_limited`.',
    example: '128',
    schema: wholeNumber(1, 100_000).default(128),
  },
  bodyMinRate: {
    variable: 'COUNTERPART_BODY_MIN_RATE',
    flag: '--body-min-rate',
    form: 'bytes/s',
    meaning: 'Lowest rate of a request body, measured over each grace time; a slower body is 408.',
    example: '500',
    schema: wholeNumber(1, MIB).default(500),
  },
  bodyGraceSeconds: {
    variable: 'COUNTERPART_BODY_GRACE',
    flag: '--body-grace',
    form: 'seconds',
    meaning:
      'How long a request body may send nothing, and how long the request line and headers may take; longer is 408.',
    example: '20',
    schema: wholeNumber(1, 3600).default(20),
  },
  answerStallSeconds: {
    variable: 'COUNTERPART_ANSWER_STALL',
    flag: '--answer-stall',
    form: 'seconds',
    meaning: 'How long a client may read no byte of its answer; after that the connection is closed.',
    example: '60',
    schema: wholeNumber(1, 3600).default(60),
  },
  matchesAtOnce: {
    variable: 'COUNTERPART_MATCHES_AT_ONCE',
    flag: '--matches-at-once',
    form: 'number',
    meaning:
      'Matches computed at once; further matches wait. As many again may be computed for workspaces that have none.',
    example: '4',
    schema: wholeNumber(1, 1000).default(4),
  },
  matchesWaiting: {
    variable: 'COUNTERPART_MATCHES_WAITING',
    flag: '--matches-waiting',
    form: 'number',
    meaning:
      'Matches that may wait, shared fairly among workspaces; one more is 503 `overloaded`. One of each workspace may wait in any case.',
    example: '256',
    schema: wholeNumber(0, 100_000).default(256),
  },
  matchWaitSeconds: {
    variable: 'COUNTERPART_MATCH_WAIT',
    flag: '--match-wait',
    form: 'seconds',
    meaning:
      'Longest time that a match waits to be computed; then it is 503 `overloaded`, and at once where the matches of its workspace let expect that.',
    example: '10',
    schema: wholeNumber(1, 3600).default(10),
  },
  indexThreads: {
    variable: 'COUNTERPART_INDEX_THREADS',
    flag: '--index-threads',
    form: 'number',
    meaning:
      'Threads that search the index: for a match, one for each four blocks of 16,384 people. Up to eight blocks are filtered and scored without them, and a single one is searched for the nearest by text. Left out: one for each processor core.',
    example: '4',
    schema: wholeNumber(1, 256).nullable().default(null),
  },
  indexMemoryMib: {
    variable: 'COUNTERPART_INDEX_MEMORY',
    flag: '--index-memory',
    form: 'MiB',
    meaning:
      'Memory for all candidate indexes. The least recently used are written to the data folder and closed; where all are in use, new profiles are 503 `overloaded`. Left out: half of the memory of the machine, or of the limit of the process.',
    example: '8192',
    schema: wholeNumber(16, 16_777_216).nullable().default(null),
  },
  candidateTextsMib: {
    variable: 'COUNTERPART_CANDIDATE_TEXTS_MEMORY',
    flag: '--candidate-texts-memory',
    form: 'MiB',
    meaning:
      'Memory for the sentence vectors and texts of candidates that matches have read, the least recently used given up first: about 2 KiB a candidate. 0: every match reads them from the store.',
    example: '1024',
    schema: wholeNumber(0, 16_777_216).default(256),
  },
} as const satisfies Readonly<Record<string, Setting>>;
