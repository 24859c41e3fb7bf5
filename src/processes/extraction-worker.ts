/**
 * Entry file of the extraction thread. If told to, it lowers its priority before it loads the rest. Loading
 * and compiling take two seconds of a core, which requests need more.
 */
import { workerData } from 'node:worker_threads';
import type { ExtractionThreadData } from '../people/reading/thread/extraction-protocol.ts';
import { lowerThreadPriority } from '../platform/threads/lower-thread-priority.ts';

const { niceness } = workerData as ExtractionThreadData;
if (niceness > 0) lowerThreadPriority(niceness);
await import('./extraction-thread.ts');
