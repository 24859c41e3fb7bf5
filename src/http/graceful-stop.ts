/**
 * The end of the process, in good order. The first SIGTERM or SIGINT: the server takes no new connection, requests
 * in work are answered, idle connections are closed, then the closers run one after the other (indexes, then the
 * store), and the process ends with 0. Past `timeoutMs` it ends with 1. A SIGINT after the first signal, which is a
 * second Ctrl-C, ends it at once with 130. A SIGTERM after the first signal changes nothing: npm, a process manager and
 * the launcher each hand the same wish on.
 */
import { constants } from 'node:os';
import type { Logger } from 'pino';

const signals = ['SIGTERM', 'SIGINT'] as const;
type StopSignal = (typeof signals)[number];

/** What of `process` is used; a test hands in its own. */
export interface StoppableProcess {
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  exit(code: number): void;
}

export interface GracefulStopOptions {
  /** Answers what is in work and closes the connections. */
  readonly server: { close(): Promise<unknown> };
  /** Run in this order once the server is closed; each runs even where an earlier one failed. */
  readonly closers: readonly (() => Promise<void> | void)[];
  readonly timeoutMs: number;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly process?: StoppableProcess;
}

export interface GracefulStop {
  /** As the first signal does, without one. */
  stop(): Promise<void>;
  /** Listens no longer. */
  dispose(): void;
}

export function stopGracefully(options: GracefulStopOptions): GracefulStop {
  const owner = options.process ?? (process as StoppableProcess);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= closeAll(options).then((code) => owner.exit(code));
    return stopping;
  };
  const onSignal = (signal: StopSignal) => {
    if (stopping === undefined) {
      options.logger.info({ signal }, 'stopping: requests in work are answered first');
      void stop();
      return;
    }
    if (signal === 'SIGTERM') return;
    options.logger.error({ signal }, 'second signal: stopping at once');
    owner.exit(128 + constants.signals.SIGINT);
  };
  for (const signal of signals) owner.on(signal, onSignal);
  return {
    stop,
    dispose: () => {
      for (const signal of signals) owner.off(signal, onSignal);
    },
  };
}

/** The exit code: 0 when all closed in time without a fault. */
async function closeAll({ server, closers, timeoutMs, logger }: GracefulStopOptions): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => {
      logger.error({ timeout_ms: timeoutMs }, 'stopping took too long: what is in work is cut off');
      resolve(1);
    }, timeoutMs);
  });
  const closed = closeInOrder([() => server.close(), ...closers], logger);
  const code = await Promise.race([closed, late]);
  clearTimeout(timer);
  return code;
}

async function closeInOrder(
  closers: readonly (() => unknown)[],
  logger: Pick<Logger, 'error'>,
): Promise<number> {
  let code = 0;
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      logger.error({ error: { message: (error as Error).message } }, 'something could not be closed');
      code = 1;
    }
  }
  return code;
}
