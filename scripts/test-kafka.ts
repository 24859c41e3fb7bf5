/**
 * `npm run test:kafka`: the tests named `*.kafka.test.ts`, on a broker of Kafka that it starts and stops. Skipped
 * where there is no Java of version 17 or newer, or no Maven.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { startTestBroker, whyNoBroker } from '../test/service/connect/test-broker.ts';

const missing = whyNoBroker();
if (missing === null) process.exitCode = await testOnBroker();
else console.log(`SKIPPED: nothing was read from Kafka or written into it, since ${missing}.`);

async function testOnBroker(): Promise<number> {
  const broker = await startTestBroker();
  try {
    const env = { ...process.env, COUNTERPART_TEST_KAFKA: broker.address };
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...globSync('test/**/*.kafka.test.ts')];
    const [status] = await once(spawn(process.execPath, vitest, { stdio: 'inherit', env }), 'exit');
    return status ?? 1;
  } finally {
    await broker.close();
  }
}
