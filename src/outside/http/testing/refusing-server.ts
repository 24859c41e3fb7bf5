/**
 * A server with fake services in a thread of its own. With client and server on one event loop, the client
 * would always read before the server closes, and races would not show. Posts its port; closes at any
 * message.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { fakeLimits, fakeServer } from './http-fakes.ts';

const { app } = await fakeServer({ limits: { ...fakeLimits, ...workerData } });
parentPort!.postMessage(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
parentPort!.once('message', () => app.close());
