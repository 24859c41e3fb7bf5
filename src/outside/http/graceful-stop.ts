/**
 * Ends the process in order. On the first SIGTERM or SIGINT the server accepts no new connection, running
 * requests are answered and idle connections closed. Then the closers run one after the other (indexes, then
 * the store), and the process exits with 0. Past `timeoutMs` it exits with 1. A SIGINT after the first signal
 * (a second Ctrl-C) exits at once with 130. A SIGTERM after the first signal is ignored, because npm, a
 * process manager and the launcher each forward the same signal.
 */
import { constants } from 'node:os';
import type { Logger } from 'pino';

const signals = ['SIGTERM', 'SIGINT'] as const;
type StopSignal = (typeof signals)[number];

/** The part of `process` that is used; a test passes its own. */
export interface StoppableProcess {
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  exit(code: number): void;
}

export interface GracefulStopOptions {
  /** Answers running requests and closes the connections. */
  readonly server: { close(): Promise<unknown> };
  /** Run in this order once the server is closed. Each runs even where an earlier one failed. */
  readonly closers: readonly (() => Promise<void> | void)[];
  readonly timeoutMs: number;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly process?: StoppableProcess;
}

export interface GracefulStop {
  /** Stops as the first signal does. */
  stop(): Promise<void>;
  /** Removes the signal listeners. */
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
      options.logger.info({ signal }, 'stopping: requests in progress are answered first');
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

/** The exit code: 0 when everything closed in time and without an error. */
async function closeAll({ server, closers, timeoutMs, logger }: GracefulStopOptions): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => {
      logger.error({ timeout_ms: timeoutMs }, 'stopping took too long: requests in progress are cut off');
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
