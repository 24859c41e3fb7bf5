/** The `info` part of the OpenAPI document. Its version is that of the interface, not of the product. */
export const interfaceInfo = {
  openapi: '3.1.0',
  info: {
    title: 'Counterpart',
    version: '0.1.0-beta',
    description: [
      'Who suits whom: typed profiles from free text, and ranked, explained, two-sided matches.',
      '',
      'Every call carries `Authorization: Bearer cp_live_…`. Every answer carries `X-Request-Id`, and every error the ' +
        'body `{error: {code, message, details}, request_id}`. Answers to accepted keys carry `RateLimit-Policy` and ' +
        '`RateLimit`; 429 and 503 carry `Retry-After`.',
      '',
      'A JSON body has at most 250,000 values (every text, number, true, false, null, array and object is one), 64 levels ' +
        'of arrays and objects within each other, and 1,000 keys in one object. More is 400. An error lists at most ' +
        '20 issues, and says how many more there are.',
    ].join('\n'),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  tags: [
    { name: 'Users', description: 'People, by domain: intake, reading, erasure.' },
    { name: 'Match', description: 'Ranked candidates.' },
    { name: 'Learning', description: 'Outcomes, and the training runs that learn from them.' },
    {
      name: 'Messages',
      description: 'Messages that trackers of Segment’s and Snowplow’s form send, and their meaning.',
    },
    { name: 'Schema', description: 'The fields that a domain knows about people.' },
    { name: 'Domains', description: 'Definitions of domains: their versions, and what a new one would do.' },
    { name: 'Datasets', description: 'Behaviour as immutable snapshots: import, reading, export.' },
    { name: 'Adaptation', description: 'A dataset becomes a model.' },
    { name: 'Models', description: 'Pinned models of behaviour: their cards, predictions, embeddings.' },
    { name: 'Tokenizers', description: 'Semantic ids: short codes that describe the content of items.' },
    { name: 'Simulation', description: 'The items that people would take next under a policy.' },
    { name: 'Jobs', description: 'Work that takes longer than an answer.' },
    {
      name: 'Webhooks',
      description: 'Addresses that the service calls when something has happened, by Standard Webhooks.',
    },
    { name: 'Events', description: 'Events of a workspace, as they happen.' },
    { name: 'Downloads', description: 'Files that jobs made. The address is the key.' },
    {
      name: 'Administration',
      description:
        'For the operator: tenants, keys, settings, the state of the service. These need a key with the scope `operator`, which the command line alone makes; keys of tenants cannot have it.',
    },
    {
      name: 'Experiments',
      description:
        'Two ways of ranking, compared on real matches. These need a key with the scope `operator`.',
    },
    {
      name: 'Earlier',
      description:
        'Operations of an earlier version of the API, kept working on top of the operations above.',
    },
    { name: 'Operation', description: 'For those who run the service. These need no key.' },
  ],
  security: [{ bearer: [] }],
  components: {
    securitySchemes: {
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'A key that the operator made: `counterpart keys create --tenant NAME`.',
      },
      basic: {
        type: 'http' as const,
        scheme: 'basic',
        description:
          'A key with the scope `ingest` as user name, without a password, as Segment’s libraries send it.',
      },
    },
  },
};
