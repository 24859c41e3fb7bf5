/** Settings of the process: where it keeps its data, where it listens, what it logs. */
import { z } from 'zod';
import { logLevels } from '../../../contract/log-levels.ts';
import { bucketAddress, expectedBucket, type Setting, text, webAddress, wholeNumber } from '../setting.ts';

const expectedDatabase = 'an address like postgres://user:password@host:5432/database';
const databaseAddress = z
  .string()
  .refine((value) => /^postgres(?:ql)?:$/.test(URL.parse(value)?.protocol ?? ''), {
    error: expectedDatabase,
  });

const expectedReplica = 'an address with a port, like http://10.0.0.5:8090';
const replicaAddress = z.string().refine(
  (value) => {
    const url = URL.parse(value);
    return url?.protocol === 'http:' && url.pathname === '/' && url.port !== '' && url.search === '';
  },
  { error: expectedReplica },
);

const expectedPort = 'a port: 0 (any free one) to 65535';
const port = text(/^\d{1,5}$/, expectedPort)
  .transform(Number)
  .refine((n) => n <= 65_535, { error: expectedPort });

/** A folder, or a bucket of S3. */
const folderOrBucket = z
  .string()
  .min(1, { error: 'a folder' })
  .refine((address) => !address.startsWith('s3:') || bucketAddress.safeParse(address).success, {
    error: `a folder, or ${expectedBucket}`,
  });

export const serviceSettings = {
  data: {
    variable: 'COUNTERPART_DATA',
    flag: '--data',
    form: 'folder',
    meaning: 'Folder of the embedded database and of all files that the service keeps.',
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
  console: {
    variable: 'COUNTERPART_CONSOLE',
    flag: '--console',
    form: 'word',
    meaning: 'Whether the console is served at /console: on, off.',
    example: 'off',
    schema: z.enum(['on', 'off'], { error: 'one of on, off' }).default('on'),
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    flag: '--database-url',
    form: 'address',
    meaning:
      'PostgreSQL database in place of the embedded one; files still lie below --data. `sslmode` and other parameters of libpq may follow.',
    example: 'postgres://counterpart:secret@db.example:5432/counterpart',
    schema: databaseAddress.nullable().default(null),
    secret: true,
  },
  databaseConnections: {
    variable: 'COUNTERPART_DATABASE_CONNECTIONS',
    flag: '--database-connections',
    form: 'number',
    meaning: 'Most connections of a process to PostgreSQL; half of them are kept for changes.',
    example: '20',
    schema: wholeNumber(2, 1000).default(10),
  },
  databaseTimeoutMs: {
    variable: 'COUNTERPART_DATABASE_TIMEOUT_MS',
    flag: '--database-timeout-ms',
    form: 'milliseconds',
    meaning: 'PostgreSQL cancels a statement that runs longer; 0: never.',
    example: '60000',
    schema: wholeNumber(0, 86_400_000).default(60_000),
  },
  databaseCertificates: {
    variable: 'COUNTERPART_DATABASE_CA',
    flag: '--database-ca',
    form: 'file',
    meaning: 'Certificates (PEM) that the certificate of the PostgreSQL server is checked with.',
    example: '/etc/ssl/postgres-ca.pem',
    schema: z.string().min(1, { error: 'a file' }).nullable().default(null),
  },
  erasureLog: {
    variable: 'COUNTERPART_ERASURE_LOG',
    flag: '--erasure-log',
    form: 'folder',
    meaning:
      'Folder or bucket (s3://…) where erasures of people are noted, for backups that are restored later; best on another disk, and for several servers a place that they share. Default: erasures in the bucket of COUNTERPART_ARTIFACTS, else below --data.',
    example: '/mnt/other/erasures',
    schema: folderOrBucket.nullable().default(null),
  },
  replicaUrl: {
    variable: 'COUNTERPART_REPLICA_URL',
    flag: '--replica-url',
    form: 'address',
    meaning:
      'Address at which the other servers on the same PostgreSQL reach this one; it also listens there. Without it the server shares no candidate indexes with others.',
    example: 'http://10.0.0.5:8090',
    schema: replicaAddress.nullable().default(null),
  },
  indexOwners: {
    variable: 'COUNTERPART_INDEX_OWNERS',
    flag: '--index-owners',
    form: 'number',
    meaning: 'How many of the servers keep each candidate index in memory.',
    example: '3',
    schema: wholeNumber(1, 100).default(2),
  },
  smallIndexRows: {
    variable: 'COUNTERPART_SMALL_INDEX_ROWS',
    flag: '--small-index-rows',
    form: 'number',
    meaning: 'A candidate index of at most so many people is built wherever a match asks for it.',
    example: '10000',
    schema: wholeNumber(0, 100_000_000).default(2000),
  },
  readyWaitsSeconds: {
    variable: 'COUNTERPART_READY_WAITS',
    flag: '--ready-waits',
    form: 'seconds',
    meaning:
      'How long /readyz says 503 at most after the start, while the candidate indexes are opened that matches asked in the last 24 hours. 0: it does not wait for them.',
    example: '300',
    // The time that the health check of the image allows for a start.
    schema: wholeNumber(0, 3600).default(60),
  },
  stopDelaySeconds: {
    variable: 'COUNTERPART_STOP_DELAY',
    flag: '--stop-delay',
    form: 'seconds',
    meaning:
      'How long the server still takes requests after the signal to stop, while /readyz already says 503: the time that a load balancer needs to notice.',
    example: '5',
    schema: wholeNumber(0, 600).default(0),
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    flag: '--log-level',
    form: 'word',
    meaning: `How much is logged: ${logLevels.join(', ')}.`,
    example: 'info',
    schema: z.enum(logLevels, { error: `one of ${logLevels.join(', ')}` }).default('info'),
  },
  stopTimeoutSeconds: {
    variable: 'COUNTERPART_STOP_TIMEOUT',
    flag: '--stop-timeout',
    form: 'seconds',
    meaning:
      'How long requests may still take after the signal to stop; after that the process ends with code 1.',
    example: '30',
    schema: wholeNumber(1, 3600).default(30),
  },
} as const satisfies Readonly<Record<string, Setting>>;
