/**
 * `npm run test:opensearch [-- run FILE …]`: the tests named `*.opensearch.test.ts`, on two nodes of
 * OpenSearch that it starts and stops. Skipped where there is no JDK of version 21 or newer, or no Maven.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { startTestCluster, whyNoCluster } from '../test/opensearch/test-cluster.ts';

const args = process.argv.slice(2).filter((word) => word !== 'run');
const files = args.length > 0 ? args : globSync('{src,test}/**/*.opensearch.test.ts');
const missing = whyNoCluster();
if (missing === null) process.exitCode = await testOnCluster();
else console.log(`SKIPPED: candidates were not searched in OpenSearch, since ${missing}.`);

async function testOnCluster(): Promise<number> {
  const cluster = await startTestCluster({ heapMb: 512 });
  try {
    const env = {
      ...process.env,
      COUNTERPART_TEST_OPENSEARCH: cluster.addresses.join(','),
      COUNTERPART_TEST_OPENSEARCH_CONTROL: cluster.control,
    };
    // One file after the other: one of them stops a node.
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...files];
    const [status] = await once(spawn(process.execPath, vitest, { stdio: 'inherit', env }), 'exit');
    return status ?? 1;
  } finally {
    await cluster.close();
  }
}
