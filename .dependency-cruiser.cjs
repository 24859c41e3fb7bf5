/**
 * The layers of docs/design/architecture.md as rules: imports point down the list, and never sideways between
 * rooms of one layer. Only `main.ts` stands above them.
 */
const layers = [
  ['processes'],
  ['composition'],
  ['http', 'cli', 'mcp', 'config'],
  ['replicas'],
  ['profiles', 'match', 'learn', 'statistics', 'experiments', 'sequence-models', 'accounts'],
  ['batches'],
  ['tokenizers'],
  ['datasets'],
  ['ranking', 'semantic-ids', 'extraction'],
  ['backup', 'index', 'encoders', 'places', 'jobs', 'tensor', 'llm', 'rerankers'],
  ['storage', 'artifacts'],
  ['outbound'],
  ['intake'],
  ['domains'],
  ['threads'],
  ['contract'],
  ['numeric'],
  ['tracing'],
];

const room = (names) => `^src/(${names.join('|')})/`;

const upward = layers.flatMap((names, depth) => {
  const above = layers.slice(0, depth).flat();
  return above.length === 0
    ? []
    : [
        {
          name: `${names.join('-')}-imports-upwards`,
          severity: 'error',
          from: { path: room(names) },
          to: { path: room(above) },
        },
      ];
});

const sideways = layers.flat().map((name) => {
  const siblings = layers.find((names) => names.includes(name)).filter((other) => other !== name);
  return {
    name: `${name}-imports-a-sibling`,
    severity: 'error',
    from: { path: room([name]) },
    to: siblings.length === 0 ? { path: '^$' } : { path: room(siblings) },
  };
});

module.exports = {
  forbidden: [
    ...upward,
    ...sideways,
    {
      name: 'nothing-imports-main',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'no-files-beside-main',
      severity: 'error',
      from: { path: '^src/(?!main\\.ts$)[^/]+\\.ts$' },
      to: {},
    },
    {
      name: 'only-storage-knows-the-database',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/storage/|\\.test\\.ts$|/testing/' },
      to: { path: 'node_modules/kysely|^node:sqlite$|node_modules/pg/' },
    },
    {
      name: 'only-http-knows-fastify',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(http|composition|processes)/' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      // A thread's own file reads its `workerData`. The index's query threads share memory; a task's watcher answers nothing.
      name: 'only-threads-starts-threads',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(threads/|.*-worker\\.ts$|.*\\.test\\.ts$|.*/testing/|index/segments/workers/query-workers\\.ts$|jobs/process/)',
      },
      to: { path: '^(node:)?worker_threads$' },
    },
    {
      // The console reads files by it, so it runs in a browser. Mappings are read by the service alone.
      name: 'intake-runs-in-a-browser',
      severity: 'error',
      from: { path: '^src/intake/(?!mapping/)', pathNot: '\\.test\\.ts$' },
      to: { path: '^(node:|node_modules/|src/(?!intake/)|src/intake/mapping/)|^(fs|path|buffer)$' },
    },
    {
      // Circles of types count too: they hide which file stands on which.
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      // Acceptance tests use HTTP and the command line. The contract is what a client of the interface knows, and
      // `numeric/` has the seeded random numbers; the two helpers save the seconds of a command's start.
      name: 'acceptance-tests-stay-outside',
      severity: 'error',
      from: { path: '^test/' },
      to: {
        path: '^src/',
        pathNot: '^src/(contract/|numeric/|composition/testing/(run-cli|service-here|tenant-with-key)\\.ts$)',
      },
    },
    {
      name: 'only-tests-import-test-helpers',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$|/testing/|/bad-input/' },
      to: { path: '^test/|/testing/' },
    },
    {
      // Loaded by `import()` where the operator names a collector, and nowhere else.
      name: 'only-the-tracer-knows-opentelemetry',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/tracing/open-telemetry/|\\.test\\.ts$|/testing/' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    { name: 'nothing-unresolved', severity: 'error', from: { path: '^src/' }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
