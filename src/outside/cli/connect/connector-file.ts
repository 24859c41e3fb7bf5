/** The file of a connector: where rows come from, and what they become. */
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { readYaml } from '../../../domains/read-yaml.ts';
import { sourceFormats } from '../../../platform/intake/sources/source-formats.ts';
import { UsageError } from '../usage-error.ts';

const Format = z.enum(sourceFormats).optional();
const seconds = (fallback: number) => z.number().min(0.1).max(86_400).default(fallback);

const folder = z.strictObject({
  path: z.string().min(1),
  /** Names of files, with `*`. */
  files: z.string().default('*'),
  format: Format,
  every_seconds: seconds(5),
});
const s3 = z.strictObject({
  /** `s3://bucket/prefix/` */
  url: z.string().regex(/^s3:\/\/[^/]+(\/.*)?$/, 'must be s3://bucket/prefix/'),
  files: z.string().default('*'),
  format: Format,
  every_seconds: seconds(30),
});
const postgres = z.strictObject({
  url: z.string().min(1),
  table: z.string().min(1),
  /** A column that only grows: a serial number, or the time of the last change. */
  cursor: z.string().min(1),
  /** A unique column, which orders rows of one cursor. */
  key: z.string().min(1),
  every_seconds: seconds(5),
});
const replication = z.strictObject({
  url: z.string().min(1),
  publication: z.string().min(1),
  slot: z.string().regex(/^[a-z0-9_]{1,63}$/, 'must have 1 to 63 of a-z, 0-9 and _'),
  every_seconds: seconds(5),
});
const kafka = z.strictObject({
  brokers: z.array(z.string().regex(/^.+:\d+$/, 'must be host:port')).min(1),
  topic: z.string().min(1),
  tls: z.boolean().default(false),
  sasl: z
    .strictObject({
      mechanism: z.enum(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']),
      username: z.string().min(1),
      password: z.string().min(1),
    })
    .optional(),
  every_seconds: seconds(5),
});
const sources = { folder, s3, postgres, replication, kafka };

const Source = z
  .strictObject({
    folder: folder.optional(),
    s3: s3.optional(),
    postgres: postgres.optional(),
    replication: replication.optional(),
    kafka: kafka.optional(),
  })
  .refine((options) => Object.values(options).filter((value) => value !== undefined).length === 1, {
    message: `has exactly one of the keys ${Object.keys(sources).join(', ')}`,
  });

const ConnectorFile = z.strictObject({
  /** The name of the checkpoint. Default: that of the file. */
  name: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must have 1 to 64 letters, digits, «_», «-» and «.»')
    .optional(),
  tenant: z.string().min(1),
  source: Source,
  into: z.enum(['people', 'context', 'feedback', 'events']),
  domain: z.string().min(1).optional(),
  /** Id or name; of `events`. */
  dataset: z.string().min(1).optional(),
  /** A mapping, or the name of a file with one. Default: a row is a body already. */
  mapping: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).optional(),
  /** Rows that are written together. */
  batch: z.int().min(1).max(1000).default(500),
  /** The file of rows that were not stored. Default: in the data folder. */
  dead_letters: z.string().min(1).optional(),
});
type ConnectorFile = z.output<typeof ConnectorFile>;

export interface Connector extends Omit<ConnectorFile, 'name' | 'mapping'> {
  readonly name: string;
  readonly mapping: Readonly<Record<string, unknown>> | null;
  /** Paths of the file are relative to it. */
  readonly folder: string;
}

/** Throws `invalid_request` with the line of every fault. */
export function readConnector(file: string): Connector {
  const parsed = readYaml(readFileSync(file, 'utf8'), ConnectorFile, basename(file));
  if (parsed.into === 'events' && parsed.dataset === undefined)
    throw new UsageError(`${basename(file)}: \`into: events\` needs \`dataset\`.`);
  const folder = dirname(resolve(file));
  const name = parsed.name ?? basename(file).replace(/\.ya?ml$/i, '');
  return { ...parsed, name, folder, mapping: readMapping(folder, parsed.mapping) };
}

const AnyMapping = z.record(z.string(), z.unknown());

function readMapping(folder: string, mapping: ConnectorFile['mapping']): Connector['mapping'] {
  if (mapping === undefined) return null;
  if (typeof mapping !== 'string') return mapping;
  return readYaml(readFileSync(resolve(folder, mapping), 'utf8'), AnyMapping, basename(mapping));
}

/** `env:NAME` is the value of that variable: secrets need not stand in the file. */
export function secretOf(text: string): string {
  if (!text.startsWith('env:')) return text;
  const value = process.env[text.slice('env:'.length)];
  if (value === undefined || value === '') throw new UsageError(`The variable ${text.slice(4)} is not set.`);
  return value;
}
