/** Settings of imports: which places may be read, and with which credentials. */
import { z } from 'zod';
import { DEFAULT_UNPACKED_MIB, parseImportPrefixes } from '../../contract/import-prefixes.ts';
import { type Setting, webAddress, wholeNumber } from '../setting.ts';

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
export const importSettings = {
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
      'Largest unpacked size of a compressed source (`.gz`). In any case, a file that unpacks to more than 64 MiB may not unpack to more than 250 times its size.',
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
} as const satisfies Readonly<Record<string, Setting>>;
