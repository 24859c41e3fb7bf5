/**
 * `npm run test:opensearch [-- run FILE …]`: the tests named `*.opensearch.test.ts`, on two nodes of OpenSearch that it
 * starts and stops. Skipped where there is no JDK of version 21 or newer, or no Maven.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestCluster, type TestCluster, whyNoCluster } from '../test/opensearch/test-cluster.ts';

const given = process.argv.slice(2).filter((word) => word !== 'run');
const files = given.length > 0 ? given : globSync('{src,test}/**/*.opensearch.test.ts');
const missing = whyNoCluster();
if (missing === null) process.exitCode = await testOnCluster();
else console.log(`SKIPPED: candidates were not searched in OpenSearch, since ${missing}.`);

async function testOnCluster(): Promise<number> {
  const cluster = await startTestCluster({ heapMb: 512 });
  const control = await serveControl(cluster);
  try {
    const env = {
      ...process.env,
      COUNTERPART_TEST_OPENSEARCH: cluster.addresses.join(','),
      COUNTERPART_TEST_OPENSEARCH_CONTROL: control.address,
    };
    const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...files], {
      stdio: 'inherit',
      env,
    });
    const [status] = await once(vitest, 'exit');
    return status ?? 1;
  } finally {
    control.close();
    await cluster.close();
  }
}

/** `POST /stop/1`, `POST /start/1`: for tests of a lost node. */
async function serveControl(cluster: TestCluster) {
  const server = createServer((request, response) => {
    const [, command, node] = (request.url ?? '').split('/');
    const run = command === 'stop' ? cluster.stop : cluster.start;
    run(Number(node)).then(
      () => response.end(),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}
