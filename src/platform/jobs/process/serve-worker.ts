/**
 * The worker process. It stops when its server says so or is gone. It ignores signals to the process group,
 * because the server handles them.
 */
import type { EndedJob } from '../job-runner.ts';
import type { FromWorker, ToWorker } from './worker-protocol.ts';

export interface ServedWorker {
  wake(): void;
  stop(): Promise<void>;
}

export interface WorkerLines {
  log(line: string): void;
  ended(job: EndedJob): void;
}

/** Ended jobs are reported to the server in one message per interval. */
const ENDED_JOBS_INTERVAL_MS = 250;

/** `open` gets the `setup` of the server. */
export function serveWorker(open: (setup: unknown, lines: WorkerLines) => Promise<ServedWorker>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  let worker: Promise<ServedWorker> | undefined;
  let stopping = false;
  const lines = linesToServer();
  const stop = () => {
    if (stopping) return;
    stopping = true;
    stopWorker(worker, lines).then(() => process.exit(0), fail);
  };
  process.once('disconnect', stop);
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') stop();
    else if (message.kind === 'wake') void worker?.then((opened) => opened.wake());
    else {
      worker = open(message.setup, lines);
      worker.catch(fail);
    }
  });
}

async function stopWorker(
  worker: Promise<ServedWorker> | undefined,
  lines: ReturnType<typeof linesToServer>,
): Promise<void> {
  await (await worker)?.stop();
  await lines.flush();
}

function fail(error: unknown): void {
  process.stderr.write(`the worker ends: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

function linesToServer(): WorkerLines & { flush(): Promise<void> } {
  let jobs: EndedJob[] = [];
  let timer: NodeJS.Timeout | undefined;
  const tellEnded = () => {
    timer = undefined;
    if (jobs.length > 0) send({ kind: 'ended', jobs });
    jobs = [];
  };
  return {
    log: (line) => send({ kind: 'log', line }),
    ended(job) {
      jobs.push(job);
      timer ??= setTimeout(tellEnded, ENDED_JOBS_INTERVAL_MS);
    },
    async flush() {
      clearTimeout(timer);
      tellEnded();
      // Disconnect after the queued messages are sent.
      if (process.connected)
        await new Promise((resolve) => process.send!({ kind: 'ended', jobs: [] }, resolve));
    },
  };
}

/** If the server is gone, the message is dropped: the worker is about to exit. */
function send(message: FromWorker): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}
