/**
 * The doors and rooms of docs/design/architecture.md as rules. Imports point down the list of doors; inside a door they
 * point down the list of its rooms, and never sideways between rooms of one layer. Only `main.ts` stands above them.
 */
const doors = [
  { processes: null },
  { composition: null },
  {
    outside: [
      ['http', 'cli', 'mcp'],
      ['ingest', 'replicas', 'accounts', 'webhooks', 'events'],
    ],
  },
  {
    matching: [
      ['match', 'learn', 'statistics', 'experiments'],
      ['ranking'],
      ['search-engine'],
      ['index', 'rerankers'],
    ],
  },
  {
    people: [['profiles', 'documents'], ['reading'], ['places']],
    behaviour: [['sequence-models'], ['batches'], ['tokenizers'], ['datasets', 'semantic-ids']],
  },
  { engines: [['encoders', 'llm', 'tensor', 'kernels']] },
  {
    platform: [
      ['config', 'backup', 'jobs'],
      ['storage', 'artifacts'],
      ['outbound', 'threads', 'intake'],
      ['numeric', 'tracing'],
    ],
  },
  { domains: null },
  { contract: null },
];

const within = (paths) => `^src/(${paths.join('|')})/`;

/** Layers as paths under `src/`: of the doors, or of the rooms of one door. */
function layerRules(layers, what) {
  return layers.flatMap((paths, depth) => {
    const above = layers.slice(0, depth).flat();
    return paths.flatMap((path) => {
      const name = path.replace('/', '-');
      const siblings = paths.filter((other) => other !== path);
      return [
        ...(above.length === 0
          ? []
          : [
              {
                name: `${name}-imports-upwards`,
                severity: 'error',
                from: { path: within([path]) },
                to: { path: within(above) },
              },
            ]),
        ...(siblings.length === 0
          ? []
          : [
              {
                name: `${name}-imports-a-sibling-${what}`,
                severity: 'error',
                from: { path: within([path]) },
                to: { path: within(siblings) },
              },
            ]),
      ];
    });
  });
}

/** Folders of `console/src/`; imports point down this list. */
const consoleLayers = ['screens', 'shell', 'parts', 'api', 'text'];
const consoleRules = consoleLayers.slice(1).map((layer, depth) => ({
  name: `console-${layer}-imports-upwards`,
  severity: 'error',
  from: { path: `^console/src/${layer}/` },
  to: { path: `^console/src/(${consoleLayers.slice(0, depth + 1).join('|')})[/.]` },
}));

const withRooms = doors.flatMap(Object.entries).filter(([, rooms]) => rooms !== null);
const roomLayers = withRooms.map(([door, layers]) =>
  layers.map((rooms) => rooms.map((room) => `${door}/${room}`)),
);
/** As paths under `src/`; a door without rooms is one itself. */
const rooms = doors
  .flatMap(Object.entries)
  .flatMap(([door, layers]) => (layers === null ? [door] : layers.flat().map((room) => `${door}/${room}`)));

module.exports = {
  rooms,
  forbidden: [
    ...layerRules(
      doors.map((layer) => Object.keys(layer)),
      'door',
    ),
    ...roomLayers.flatMap((layers) => layerRules(layers, 'room')),
    ...consoleRules,
    {
      name: 'nothing-imports-main',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      // A room that is not on the list would have no layer. `platform/testing/` has helpers of the tests of all rooms.
      name: 'every-room-is-listed',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(main\\.ts$|platform/testing/|(${rooms.join('|')})/)` },
      to: {},
    },
    {
      name: 'src-stands-alone',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|eval|reliability|scripts|console|sdk)/' },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      from: { path: '^sdk/typescript/src/' },
      to: { path: '^(src|test|bench|eval|reliability|scripts|console)/' },
    },
    {
      // Files and stages are read by the code of the service.
      name: 'console-stands-alone',
      severity: 'error',
      from: { path: '^console/src/' },
      to: {
        path: '^(src|test|bench|eval|reliability|scripts)/',
        pathNot: '^src/(platform/intake/|contract/match-stages\\.ts$)',
      },
    },
    {
      name: 'no-circles-of-screens',
      severity: 'error',
      scope: 'folder',
      from: { path: '^console/src/screens/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'only-storage-knows-the-database',
      severity: 'error',
      from: {
        path: '^src/',
        // Connectors read databases of others.
        pathNot: '^src/(platform/storage|outside/cli/connect)/|\\.test\\.ts$|/testing/',
      },
      to: { path: 'node_modules/kysely|^node:sqlite$|node_modules/pg/' },
    },
    {
      name: 'only-http-knows-fastify',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(outside/http|composition|processes)/' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      // A thread's own file reads its `workerData`. The index's query threads share memory.
      name: 'only-threads-starts-threads',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(platform/threads/|.*-worker\\.ts$|.*\\.test\\.ts$|.*/testing/|matching/index/segments/workers/query-workers\\.ts$)',
      },
      to: { path: '^(node:)?worker_threads$' },
    },
    {
      // The console reads files by it, so that it runs in a browser, with all that it imports.
      name: 'intake-runs-in-a-browser',
      severity: 'error',
      from: {
        path: '^src/platform/intake/',
        pathNot: '\\.test\\.ts$|/testing/|^src/platform/intake/forms/shipped-forms\\.ts$',
      },
      to: { path: '^(node:.*|fs|path|buffer|crypto|stream)$', reachable: true },
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
      // `numeric/` has the seeded random numbers; the two helpers save the seconds of a command's start. The tests of
      // the whole service in one process, in `test/service/`, reach inside.
      name: 'acceptance-tests-stay-outside',
      severity: 'error',
      from: { path: '^test/(?!service/)' },
      to: {
        path: '^(src|test/service)/',
        pathNot:
          '^(src/(contract|platform/(numeric|testing))/|test/service/testing/(run-cli|service-here|tenant-with-key)\\.ts$)',
      },
    },
    {
      name: 'only-tests-import-test-helpers',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '/testing/' },
    },
    {
      // Loaded by `import()` where the operator names a collector, and nowhere else.
      name: 'only-the-tracer-knows-opentelemetry',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/tracing/open-telemetry/|\\.test\\.ts$|/testing/' },
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
