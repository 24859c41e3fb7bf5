/**
 * A server with fakes for services in a thread of its own, as strangers meet one: where client and server share an
 * event loop, the one reads before the other closes, and races do not show. Tells its port; closes when told anything.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { fakeLimits, fakeServer } from './http-fakes.ts';

const { app } = await fakeServer({ limits: { ...fakeLimits, ...workerData } });
parentPort!.postMessage(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
parentPort!.once('message', () => app.close());
