/**
 * The table of settings: variable, flag, meaning, default and check of each. `read-settings.ts` reads them
 * once; no other file reads the environment.
 */
import { z } from 'zod';
import { KIB, MIB } from '../contract/common.ts';
import { extractionModes } from '../contract/extraction-modes.ts';
import { DEFAULT_UNPACKED_MIB, parseImportPrefixes } from '../contract/import-prefixes.ts';
import { logLevels } from '../contract/log-levels.ts';

export interface Setting {
  /** Environment variable. */
  readonly variable: string;
  /** `--data` */
  readonly flag: string;
  /** Form of the value, for the table. */
  readonly form: string;
  readonly meaning: string;
  readonly example: string;
  readonly schema: z.ZodType;
  /** Not shown in messages and tables. */
  readonly secret?: true;
}

/** Text of a fault; the message around it names the setting and gives the example. */
const port = text(/^\d{1,5}$/, 'a port: 0 (any free one) to 65535')
  .transform(Number)
  .refine((n) => n <= 65_535, {
    error: 'a port: 0 (any free one) to 65535',
  });

function text(pattern: RegExp, expected: string) {
  return z.string().regex(pattern, { error: expected });
}

function wholeNumber(smallest: number, largest: number) {
  const expected = `a whole number from ${smallest} to ${largest}`;
  return text(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= smallest && value <= largest, { error: expected });
}

function address(protocols: readonly string[], expected: string) {
  return z.string().refine(
    (value) => {
      const url = URL.parse(value);
      return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
    },
    { error: expected },
  );
}

/**
 * Refused whatever its value: if it were ignored, the data would be stored in another place than the operator
 * expects.
 */
const notYetPostgres = z.string().refine(() => false, {
  error:
    'nothing: this version keeps its data in the embedded database below --data, and PostgreSQL comes later',
});

const textEncoderForms = 'embedded, folder:PATH, hf:NAME or openai:URL';

const webAddress = address(['http:', 'https:'], 'an http:// or https:// address').transform((url) =>
  url.replace(/\/+$/, ''),
);

/** The message of the parser is used, because it knows which of several prefixes is wrong. */
const importSources = z.string().transform((given, context) => {
  try {
    return parseImportPrefixes(given);
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `places such as https://host/path/ or s3://bucket/path/, with spaces between them; ${(error as Error).message}`,
    });
    return z.NEVER;
  }
});

const settings = {
  data: {
    variable: 'COUNTERPART_DATA',
    flag: '--data',
    form: 'folder',
    meaning: 'Where the embedded database and everything else that must last is kept.',
    example: '/var/lib/counterpart',
    schema: z.string().min(1, { error: 'a folder' }).default('./data'),
  },
  host: {
    variable: 'HOST',
    flag: '--host',
    form: 'address',
    meaning: 'Address to listen on; 0.0.0.0 or :: for all.',
    example: '0.0.0.0',
    schema: text(/^[A-Za-z0-9.:_-]{1,255}$/, 'a host name or an IP address').default('127.0.0.1'),
  },
  port: {
    variable: 'PORT',
    flag: '--port',
    form: 'number',
    meaning: 'Port to listen on; 0 for any free one.',
    example: '8080',
    schema: port.default(8080),
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    flag: '--public-url',
    form: 'address',
    meaning: 'Address under which the outside reaches the service (behind a proxy).',
    example: 'https://match.example.com',
    schema: webAddress.nullable().default(null),
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    flag: '--database-url',
    form: 'address',
    meaning: 'PostgreSQL instead of the embedded database. Not in this version: giving it stops the start.',
    example: '(leave it out)',
    schema: notYetPostgres.nullable().default(null),
    secret: true,
  },
  textEncoder: {
    variable: 'TEXT_ENCODER',
    flag: '--text-encoder',
    form: 'encoder',
    meaning: `What turns text into vectors: ${textEncoderForms}. Left out: what the data folder's vectors were made with, for a new one embedded. Another one than that: people are encoded anew while matches go on.`,
    example: 'embedded',
    schema: text(/^(embedded|folder:.+|hf:.+|openai:https?:\/\/.+)$/, textEncoderForms)
      .nullable()
      .default(null),
  },
  textEncoderModel: {
    variable: 'TEXT_ENCODER_MODEL',
    flag: '--text-encoder-model',
    form: 'name',
    meaning: 'Model that an openai:URL encoder is asked for.',
    example: 'text-embedding-3-small',
    schema: z.string().min(1, { error: 'a name' }).nullable().default(null),
  },
  textEncoderApiKey: {
    variable: 'TEXT_ENCODER_API_KEY',
    flag: '--text-encoder-api-key',
    form: 'text',
    meaning: 'Key that goes with an openai:URL encoder, or with a hub that asks for one (hf:NAME).',
    example: 'sk-…',
    schema: z.string().min(1, { error: 'a key' }).nullable().default(null),
    secret: true,
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    flag: '--smtp-url',
    form: 'address',
    meaning: 'Mail server for notices about training runs; without it nobody is written to.',
    example: 'smtp://user:password@mail.example.com:587',
    schema: address(['smtp:', 'smtps:'], 'an smtp:// or smtps:// address').nullable().default(null),
    secret: true,
  },
  mailFrom: {
    variable: 'COUNTERPART_MAIL_FROM',
    flag: '--mail-from',
    form: 'address',
    meaning: 'Sender of those notices.',
    example: 'Counterpart <match@example.com>',
    schema: text(
      /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
      'a mail address, as in Counterpart <match@example.com>',
    ).default('Counterpart <counterpart@localhost>'),
  },
  llmUrl: {
    variable: 'LLM_URL',
    flag: '--llm-url',
    form: 'address',
    meaning:
      'OpenAI-compatible endpoint (its base URL) of the language model that judges in the stage llm_judge and may read texts.',
    example: 'http://127.0.0.1:11434/v1',
    schema: webAddress.nullable().default(null),
    secret: true,
  },
  llmModel: {
    variable: 'LLM_MODEL',
    flag: '--llm-model',
    form: 'name',
    meaning: 'Model that LLM_URL is asked for.',
    example: 'qwen3:8b',
    schema: z.string().min(1, { error: 'a name' }).nullable().default(null),
  },
  llmApiKey: {
    variable: 'LLM_API_KEY',
    flag: '--llm-api-key',
    form: 'text',
    meaning: 'Key that goes with LLM_URL.',
    example: 'sk-…',
    schema: z.string().min(1, { error: 'a key' }).nullable().default(null),
    secret: true,
  },
  llmPrice: {
    variable: 'COUNTERPART_LLM_PRICE',
    flag: '--llm-price',
    form: 'in,out',
    meaning: 'What the language model costs, US dollars a million tokens read and written.',
    example: '0.15,0.60',
    schema: text(/^\d+(\.\d+)?,\d+(\.\d+)?$/, 'two prices with a comma between them').default('0,0'),
  },
  llmDailyUsd: {
    variable: 'COUNTERPART_LLM_DAILY_USD',
    flag: '--llm-daily-usd',
    form: 'US dollars',
    meaning:
      'What a tenant may spend on the language model in a UTC day; then matches go without judge and rules read the texts.',
    example: '5',
    schema: text(/^\d{1,9}(\.\d+)?$/, 'an amount, 0 or more')
      .transform(Number)
      .nullable()
      .default(null),
  },
  llmConcurrency: {
    variable: 'COUNTERPART_LLM_CONCURRENCY',
    flag: '--llm-concurrency',
    form: 'number',
    meaning: 'Questions to the language model that a tenant may have under way at once.',
    example: '32',
    schema: wholeNumber(1, 1000).default(32),
  },
  judgeTimeoutMs: {
    variable: 'COUNTERPART_JUDGE_TIMEOUT_MS',
    flag: '--judge-timeout-ms',
    form: 'ms',
    meaning: 'The longest that a match waits for its judge; then the order of the stages before stands.',
    example: '3000',
    schema: wholeNumber(10, 60_000).default(3000),
  },
  extraction: {
    variable: 'COUNTERPART_EXTRACTION',
    flag: '--extraction',
    form: 'word',
    meaning: 'What reads fields from free text: rules, llm (rules where it fails), or both.',
    example: 'both',
    schema: z.enum(extractionModes, { error: `one of ${extractionModes.join(', ')}` }).default('rules'),
  },
  reranker: {
    variable: 'COUNTERPART_RERANKER',
    flag: '--reranker',
    form: 'reranker',
    meaning:
      'An external reranker whose evidence the stage cross_encoder adds to its own: cohere:URL or tei:URL. A pinned tier goes without it.',
    example: 'tei:http://127.0.0.1:8081',
    schema: text(/^(cohere|tei):https?:\/\/[^/]+.*$/, 'cohere:URL or tei:URL')
      .nullable()
      .default(null),
  },
  rerankerModel: {
    variable: 'COUNTERPART_RERANKER_MODEL',
    flag: '--reranker-model',
    form: 'name',
    meaning: 'Model that the reranker is asked for.',
    example: 'rerank-v3.5',
    schema: z.string().min(1, { error: 'a name' }).nullable().default(null),
  },
  rerankerApiKey: {
    variable: 'COUNTERPART_RERANKER_API_KEY',
    flag: '--reranker-api-key',
    form: 'text',
    meaning: 'Key that goes with the reranker.',
    example: 'sk-…',
    schema: z.string().min(1, { error: 'a key' }).nullable().default(null),
    secret: true,
  },
  rerankerTimeoutMs: {
    variable: 'COUNTERPART_RERANKER_TIMEOUT_MS',
    flag: '--reranker-timeout-ms',
    form: 'ms',
    meaning: 'The longest that a match waits for the reranker; then our own order stands.',
    example: '1000',
    schema: wholeNumber(10, 60_000).default(1000),
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    flag: '--log-level',
    form: 'word',
    meaning: `How much is logged: ${logLevels.join(', ')}.`,
    example: 'info',
    schema: z.enum(logLevels, { error: `one of ${logLevels.join(', ')}` }).default('info'),
  },
  bodyLimitBytes: {
    variable: 'COUNTERPART_BODY_LIMIT',
    flag: '--body-limit',
    form: 'bytes',
    meaning: 'Largest request body; more is 413.',
    example: String(8 * MIB),
    schema: wholeNumber(KIB, 1024 * MIB).default(8 * MIB),
  },
  maxInFlight: {
    variable: 'COUNTERPART_MAX_IN_FLIGHT',
    flag: '--max-in-flight',
    form: 'number',
    meaning: 'Requests in work at once, shared fairly among workspaces; one more is 503 `overloaded`.',
    example: '512',
    schema: wholeNumber(1, 100_000).default(512),
  },
  maxOpenBodies: {
    variable: 'COUNTERPART_OPEN_BODIES',
    flag: '--open-bodies',
    form: 'number',
    meaning:
      'Request bodies on their way at once, each up to the body limit in memory; one more is 503 `overloaded`.',
    example: '512',
    schema: wholeNumber(1, 100_000).default(512),
  },
  bodiesPerKey: {
    variable: 'COUNTERPART_BODIES_PER_KEY',
    flag: '--bodies-per-key',
    form: 'number',
    meaning: 'Request bodies of one key on their way at once; one more is 429 `rate_limited`.',
    example: '128',
    schema: wholeNumber(1, 100_000).default(128),
  },
  bodyMinRate: {
    variable: 'COUNTERPART_BODY_MIN_RATE',
    flag: '--body-min-rate',
    form: 'bytes/s',
    meaning: 'Slowest that a request body may come in, over each grace time; a slower one is 408.',
    example: '500',
    schema: wholeNumber(1, MIB).default(500),
  },
  bodyGraceSeconds: {
    variable: 'COUNTERPART_BODY_GRACE',
    flag: '--body-grace',
    form: 'seconds',
    meaning:
      'How long a request body may stand still, and how long address and headers may take; longer is 408.',
    example: '20',
    schema: wholeNumber(1, 3600).default(20),
  },
  answerStallSeconds: {
    variable: 'COUNTERPART_ANSWER_STALL',
    flag: '--answer-stall',
    form: 'seconds',
    meaning: 'How long a client may take no byte of its answer; then the connection is cut.',
    example: '60',
    schema: wholeNumber(1, 3600).default(60),
  },
  matchesAtOnce: {
    variable: 'COUNTERPART_MATCHES_AT_ONCE',
    flag: '--matches-at-once',
    form: 'number',
    meaning: 'Matches in work at the same time; the next ones wait.',
    example: '4',
    schema: wholeNumber(1, 1000).default(4),
  },
  matchesWaiting: {
    variable: 'COUNTERPART_MATCHES_WAITING',
    flag: '--matches-waiting',
    form: 'number',
    meaning: 'Matches that may wait for their turn; one more is 503 `overloaded`.',
    example: '256',
    schema: wholeNumber(0, 100_000).default(256),
  },
  indexThreads: {
    variable: 'COUNTERPART_INDEX_THREADS',
    flag: '--index-threads',
    form: 'number',
    meaning: 'Threads that look for candidates, all at work on one match; left out: one a processor core.',
    example: '4',
    schema: wholeNumber(1, 256).nullable().default(null),
  },
  indexMemoryMib: {
    variable: 'COUNTERPART_INDEX_MEMORY',
    flag: '--index-memory',
    form: 'MiB',
    meaning:
      'Memory for all candidate indexes. Those longest unused are written to the data folder and let go; where all are in use, new people are 503 `overloaded`. Left out: half of what the process may have.',
    example: '8192',
    schema: wholeNumber(16, 16_777_216).nullable().default(null),
  },
  imageEncoder: {
    variable: 'IMAGE_ENCODER',
    flag: '--image-encoder',
    form: 'name',
    meaning:
      'What reads images of items for tokenizers: `embedded`, or `folder:PATH` with an ONNX image network such as CLIP’s.',
    example: 'folder:/models/clip-vit-base-patch32',
    schema: text(/^(embedded|folder:.+)$/, 'embedded or folder:PATH').default('embedded'),
  },
  jobWorkers: {
    variable: 'COUNTERPART_JOB_WORKERS',
    flag: '--job-workers',
    form: 'number',
    meaning:
      'Worker processes beside the server that do its jobs: 1, or 0 to leave them to `counterpart work`.',
    example: '1',
    schema: wholeNumber(0, 1).default(1),
  },
  jobMemoryMib: {
    variable: 'COUNTERPART_JOB_MEMORY',
    flag: '--job-memory',
    form: 'MiB',
    meaning: 'Memory for the objects of a job that has a process of its own; one that needs more fails.',
    example: '2048',
    schema: wholeNumber(64, 1_000_000).default(2048),
  },
  trainingThreads: {
    variable: 'COUNTERPART_TRAINING_THREADS',
    flag: '--training-threads',
    form: 'number',
    meaning: 'Processor cores that the training of a behavioural model may take at once.',
    example: '2',
    schema: wholeNumber(1, 256).default(2),
  },
  inferenceThreads: {
    variable: 'COUNTERPART_INFERENCE_THREADS',
    flag: '--inference-threads',
    form: 'number',
    meaning: 'Threads that answer for behavioural models; each model is open in one of them.',
    example: '2',
    schema: wholeNumber(1, 64).default(1),
  },
  inferenceMemoryMib: {
    variable: 'COUNTERPART_INFERENCE_MEMORY',
    flag: '--inference-memory',
    form: 'MiB',
    meaning:
      'Memory for behavioural models that are open; the longest unused are closed where there would be more.',
    example: '1024',
    schema: wholeNumber(16, 1_000_000).default(1024),
  },
  importSources: {
    variable: 'COUNTERPART_IMPORT_SOURCES',
    flag: '--import-sources',
    form: 'places',
    meaning:
      'Places from which `source_uri` may import datasets, with spaces between them. Files below `imports/` of the data folder are always allowed.',
    example: 'https://data.example.com/exports/ s3://bucket/path/',
    schema: importSources.nullable().default(null),
  },
  unpackedMib: {
    variable: 'COUNTERPART_UNPACKED_LIMIT',
    flag: '--unpacked-limit',
    form: 'MiB',
    meaning:
      'What a packed source (`.gz`) may unpack to. Whatever this says, a file above 64 MiB unpacked may not be more than 250 times its size.',
    example: '131072',
    schema: wholeNumber(1, 16_777_216).default(DEFAULT_UNPACKED_MIB),
  },
  awsAccessKeyId: {
    variable: 'AWS_ACCESS_KEY_ID',
    flag: '--aws-access-key-id',
    form: 'text',
    meaning: 'Credentials for imports from `s3:` places.',
    example: 'AKIA…',
    schema: z.string().nullable().default(null),
    secret: true,
  },
  awsSecretAccessKey: {
    variable: 'AWS_SECRET_ACCESS_KEY',
    flag: '--aws-secret-access-key',
    form: 'text',
    meaning: 'As AWS_ACCESS_KEY_ID.',
    example: 'wJalr…',
    schema: z.string().nullable().default(null),
    secret: true,
  },
  awsSessionToken: {
    variable: 'AWS_SESSION_TOKEN',
    flag: '--aws-session-token',
    form: 'text',
    meaning: 'As AWS_ACCESS_KEY_ID, for credentials that expire.',
    example: 'IQoJb…',
    schema: z.string().nullable().default(null),
    secret: true,
  },
  awsRegion: {
    variable: 'AWS_REGION',
    flag: '--aws-region',
    form: 'name',
    meaning: 'Region of the buckets.',
    example: 'eu-central-1',
    schema: z.string().default('us-east-1'),
  },
  awsEndpoint: {
    variable: 'AWS_ENDPOINT_URL',
    flag: '--aws-endpoint-url',
    form: 'address',
    meaning: 'A service with the interface of S3 instead of Amazon (MinIO).',
    example: 'http://127.0.0.1:9000',
    schema: webAddress.nullable().default(null),
  },
  stopTimeoutSeconds: {
    variable: 'COUNTERPART_STOP_TIMEOUT',
    flag: '--stop-timeout',
    form: 'seconds',
    meaning:
      'How long requests in work may take after the signal to stop; then the process ends with code 1.',
    example: '30',
    schema: wholeNumber(1, 3600).default(30),
  },
} as const satisfies Readonly<Record<string, Setting>>;

type SettingName = keyof typeof settings;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };

/** Names and settings in the order of the table. */
export const entries = Object.entries(settings) as unknown as readonly (readonly [SettingName, Setting])[];
