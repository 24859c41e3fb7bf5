/**
 * `npm test` runs every test file but those named `*.slow.test.ts`, `*.long.test.ts` and `*.crash.test.ts`, which
 * `npm run test:slow`, `test:long` and `test:crash` run. Slow tests start many processes, wait for time-outs, train for
 * more than a few seconds, read whole sets of texts, or run the commands of the guide and the examples. Long tests fit
 * models to many odd sets of data, count millions of rows, evaluate on whole sets of texts, or prove once more, with more
 * processes or times, what shorter ones prove. Crash tests kill a process in one kind of work;
 * `npm run reliability -- kill` kills it in all of them.
 *
 * Test files share the modules that their process has loaded, because loading and compiling them for each file takes half
 * of the processor time. Two kinds change their process. Files that run ONNX in the test's thread, which from then on
 * takes denormal numbers for 0, share processes with each other (`onnx`). A file that writes denormal numbers beside such
 * files, or replaces a module (`vi.mock`), has a process of its own (`isolated`).
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const everything = ['src', 'test', 'scripts', 'bench', 'eval', 'reliability', 'sdk/typescript/test'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
const isolated = ['test/service/written-numbers.test.ts'];
const onnx = [
  'src/{composition,engines/{encoders,tensor},behaviour/{semantic-ids,sequence-models}}/**/*.test.ts',
  'src/matching/learn/fit/**/*.test.ts',
  'src/behaviour/tokenizers/*.test.ts',
  'src/matching/{match,ranking}/**/*cross-encoder*.test.ts',
  'sdk/typescript/test/{error-codes,uploads}.test.ts',
  '{eval,test}/**/*.test.ts',
];
const filesApart = (kinds: string) => `{eval,scripts,sdk/typescript/test,src,test}/**/*.${kinds}.test.ts`;
/** `slow`, `long` or `crash`: only these files run. */
const kindApart = process.env.COUNTERPART_TEST_APART;
const allApart = filesApart('{slow,long,crash}');
/** Loops the tests of the store over PostgreSQL as well. */
const withPostgres = process.env.COUNTERPART_TEST_POSTGRES === '1';
const ofPostgres = withPostgres ? [] : ['{src,test}/**/*.postgres.test.ts'];
/** They need the broker that `npm run test:kafka` starts. */
const ofKafka = process.env.COUNTERPART_TEST_KAFKA === undefined ? ['test/**/*.kafka.test.ts'] : [];
/** They need the nodes that `npm run test:opensearch` starts. */
const ofOpenSearch =
  process.env.COUNTERPART_TEST_OPENSEARCH === undefined ? ['{src,test}/**/*.opensearch.test.ts'] : [];

/** The packages of `bench/competitors`, where they are installed, have tests of their own. */
const ofPackages = ['**/node_modules/**'];

/** Around every file: it leaves nothing open, and its servers answer as documented. */
const aroundFiles = [
  'test/support/fail-on-leaks.ts',
  'test/support/property-seed.ts',
  'test/support/documented-answers.ts',
];
const processOfTests = `--import=${new URL('test/support/process-of-tests.mjs', import.meta.url).href}`;
const shared = {
  execArgv: [processOfTests],
  env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${processOfTests}` },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks' as const,
};

export default defineConfig({
  test: {
    globalSetup: [
      'test/support/bundle-scripts.ts',
      ...(withPostgres ? ['src/platform/storage/testing/postgres-cluster.ts'] : []),
    ],
    // Vitest leaves a core idle by default: on two cores it would run one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: kindApart
      ? [
          {
            test: {
              ...shared,
              name: kindApart,
              include: [filesApart(kindApart)],
              setupFiles: aroundFiles,
            },
          },
        ]
      : [
          {
            test: {
              ...shared,
              name: 'shared',
              include: everything,
              exclude: [
                allApart,
                ...ofPostgres,
                ...ofOpenSearch,
                ...ofKafka,
                ...isolated,
                ...onnx,
                ...ofPackages,
              ],
              isolate: false,
              setupFiles: [...aroundFiles, 'test/support/process-as-before.ts'],
            },
          },
          {
            test: {
              ...shared,
              name: 'onnx',
              include: onnx,
              exclude: [allApart, ...ofPostgres, ...ofOpenSearch, ...ofKafka, ...isolated, ...ofPackages],
              isolate: false,
              setupFiles: aroundFiles,
            },
          },
          {
            test: {
              ...shared,
              name: 'isolated',
              include: isolated,
              setupFiles: aroundFiles,
            },
          },
        ],
  },
});
