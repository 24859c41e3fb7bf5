/** Settings of OpenSearch, for domains that no machine's memory holds. */
import { z } from 'zod';
import { type Setting, text, wholeNumber } from '../setting.ts';

const expectedAddresses = 'one or more http:// or https:// addresses, with commas between them';
const addresses = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim().replace(/\/+$/, '')))
  .refine(
    (all) =>
      all.every((one) => {
        const url = URL.parse(one);
        return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '';
      }),
    { error: `${expectedAddresses}, without a user and password (OPENSEARCH_USER, OPENSEARCH_PASSWORD)` },
  );

export const searchEngineSettings = {
  opensearchUrl: {
    variable: 'OPENSEARCH_URL',
    flag: '--opensearch-url',
    form: 'addresses',
    meaning:
      'OpenSearch, for domains whose people it finds («counterpart tenants set --engine»); several nodes of one cluster with commas between them.',
    example: 'https://search-1:9200,https://search-2:9200',
    schema: addresses.nullable().default(null),
  },
  opensearchUser: {
    variable: 'OPENSEARCH_USER',
    flag: '--opensearch-user',
    form: 'text',
    meaning: 'User of OpenSearch; left out: none.',
    example: 'counterpart',
    schema: text(/^[^:\s]+$/, 'a name without colon and space')
      .nullable()
      .default(null),
  },
  opensearchPassword: {
    variable: 'OPENSEARCH_PASSWORD',
    flag: '--opensearch-password',
    form: 'text',
    meaning: 'Password of OPENSEARCH_USER.',
    example: '…',
    schema: z.string().min(1, { error: 'a password' }).nullable().default(null),
    secret: true,
  },
  opensearchCa: {
    variable: 'OPENSEARCH_CA',
    flag: '--opensearch-ca',
    form: 'file',
    meaning: 'Certificates (PEM) that are trusted for OpenSearch, in place of those of the system.',
    example: '/etc/counterpart/opensearch-ca.pem',
    schema: z.string().min(1, { error: 'a file' }).nullable().default(null),
  },
  opensearchPrefix: {
    variable: 'COUNTERPART_OPENSEARCH_PREFIX',
    flag: '--opensearch-prefix',
    form: 'name',
    meaning: 'How the names of all indexes begin; another one for each database that uses the cluster.',
    example: 'counterpart-staging',
    schema: text(/^[a-z][a-z0-9-]{0,40}$/, 'lower-case letters, digits and -, a letter first').default(
      'counterpart',
    ),
  },
  opensearchShards: {
    variable: 'COUNTERPART_OPENSEARCH_SHARDS',
    flag: '--opensearch-shards',
    form: 'number',
    meaning: 'Primary shards of a new index.',
    example: '12',
    schema: wholeNumber(1, 1024).default(2),
  },
  opensearchReplicas: {
    variable: 'COUNTERPART_OPENSEARCH_REPLICAS',
    flag: '--opensearch-replicas',
    form: 'number',
    meaning: 'Copies of each shard of a new index. With 0 the domain is away while a node is.',
    example: '2',
    schema: wholeNumber(0, 10).default(1),
  },
  opensearchScored: {
    variable: 'COUNTERPART_OPENSEARCH_SCORED',
    flag: '--opensearch-scored',
    form: 'number',
    meaning:
      'The most people that a match scores in each shard; where more pass the filters, `degraded` says `bounded`.',
    example: '100000',
    schema: wholeNumber(1000, 10_000_000).default(200_000),
  },
  opensearchTimeoutMs: {
    variable: 'COUNTERPART_OPENSEARCH_TIMEOUT',
    flag: '--opensearch-timeout',
    form: 'ms',
    meaning: 'How long a search may take; a longer one is 503 `dependency_unavailable`.',
    example: '2000',
    schema: wholeNumber(10, 600_000).default(10_000),
  },
  opensearchLocalPeople: {
    variable: 'COUNTERPART_OPENSEARCH_LOCAL_PEOPLE',
    flag: '--opensearch-local-people',
    form: 'number',
    meaning:
      'People of a domain on OpenSearch that a server keeps in memory: so many that came up in matches, and as many again that OpenSearch does not have yet. Where more than that are missing there, matches are 503 `overloaded`.',
    example: '200000',
    schema: wholeNumber(20_000, 10_000_000).default(50_000),
  },
} as const satisfies Readonly<Record<string, Setting>>;
