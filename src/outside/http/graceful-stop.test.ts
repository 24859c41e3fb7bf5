import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { type StoppableProcess, stopGracefully } from './graceful-stop.ts';

class FakeProcess extends EventEmitter {
  readonly codes: number[] = [];
  exit(code: number): void {
    this.codes.push(code);
    this.emit('exited');
  }
  get asProcess(): StoppableProcess {
    return this as unknown as StoppableProcess;
  }
}

const silent = { info: () => {}, error: () => {} };

function parts() {
  const owner = new FakeProcess();
  const order: string[] = [];
  const closers = ['index', 'store'].map((name) => async () => {
    order.push(name);
  });
  return { owner, order, closers };
}

describe('stopGracefully', () => {
  test('closes the server first, then the closers in order, and ends with 0', async () => {
    const { owner, order, closers } = parts();
    const server = { close: async () => void order.push('server') };
    stopGracefully({ server, closers, timeoutMs: 1000, logger: silent, process: owner.asProcess });
    owner.emit('SIGTERM', 'SIGTERM');
    await once(owner, 'exited');
    expect(order).toEqual(['server', 'index', 'store']);
    expect(owner.codes).toEqual([0]);
  });

  test.each([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGINT'],
    ['SIGTERM', 'SIGTERM', 'SIGINT'],
  ] as const)('a SIGINT after the first signal ends at once with 130: %s, %s', async (...wished) => {
    const { owner, closers, order } = parts();
    const server = { close: () => new Promise(() => {}) };
    const stop = stopGracefully({
      server,
      closers,
      timeoutMs: 60_000,
      logger: silent,
      process: owner.asProcess,
    });
    vi.useFakeTimers();
    for (const signal of wished) {
      expect(owner.codes).toEqual([]);
      owner.emit(signal, signal);
    }
    expect(owner.codes).toEqual([130]);
    expect(order).toEqual([]);
    stop.dispose();
    vi.useRealTimers();
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('a SIGTERM after %s changes nothing', async (first) => {
    const { owner, order, closers } = parts();
    const server = { close: async () => void order.push('server') };
    stopGracefully({ server, closers, timeoutMs: 1000, logger: silent, process: owner.asProcess });
    for (const signal of [first, 'SIGTERM', 'SIGTERM']) owner.emit(signal, signal);
    await once(owner, 'exited');
    expect(order).toEqual(['server', 'index', 'store']);
    expect(owner.codes).toEqual([0]);
  });

  test('past its time it ends with 1', async () => {
    vi.useFakeTimers();
    const { owner, closers } = parts();
    const server = { close: () => new Promise(() => {}) };
    stopGracefully({ server, closers, timeoutMs: 5000, logger: silent, process: owner.asProcess });
    owner.emit('SIGINT', 'SIGINT');
    await vi.advanceTimersByTimeAsync(4999);
    expect(owner.codes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(owner.codes).toEqual([1]);
    vi.useRealTimers();
  });

  test('a closer that fails stops no other closer, and changes the exit code', async () => {
    const { owner, order } = parts();
    const closers = [
      () => Promise.reject(new Error('no')),
      async () => {
        order.push('store');
      },
    ];
    const server = { close: async () => {} };
    await stopGracefully({
      server,
      closers,
      timeoutMs: 1000,
      logger: silent,
      process: owner.asProcess,
    }).stop();
    expect(order).toEqual(['store']);
    expect(owner.codes).toEqual([1]);
  });

  test('once disposed it listens to no signal', () => {
    const { owner, closers } = parts();
    const server = { close: async () => {} };
    const stop = stopGracefully({
      server,
      closers,
      timeoutMs: 1000,
      logger: silent,
      process: owner.asProcess,
    });
    stop.dispose();
    expect(owner.listenerCount('SIGTERM') + owner.listenerCount('SIGINT')).toBe(0);
  });
});

/** A real server in a real process. It prints its port, and answers /slow when its stdin is closed. */
const program = `
  import { createServer } from 'node:http';
  import { stopGracefully } from ${JSON.stringify(new URL('./graceful-stop.ts', import.meta.url).href)};
  const server = createServer((request, response) => {
    console.log('got ' + request.url);
    process.stdin.resume().on('end', () => response.setHeader('connection', 'close').end('done'));
  });
  server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));
  const close = () => new Promise((resolve) => { server.close(resolve); server.closeIdleConnections(); });
  const logger = { info: () => console.log('stopping'), error: () => {} };
  stopGracefully({ server: { close }, closers: [() => console.log('store closed')], timeoutMs: 20000, logger });
`;

async function startProgram() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const heard = new EventEmitter();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    lines.push(...chunk.trim().split('\n'));
    heard.emit('line');
  });
  const line = async (start: string): Promise<string> => {
    for (;;) {
      const found = lines.find((text) => text.startsWith(start));
      if (found !== undefined) return found;
      await once(heard, 'line');
    }
  };
  const port = Number((await line('port ')).slice(5));
  return { child, lines, line, port, ended: once(child, 'exit') };
}

describe('a real process', () => {
  test('answers running requests, refuses new connections, closes the store, ends with 0', async () => {
    const { child, line, lines, port, ended } = await startProgram();
    const slow = fetch(`http://127.0.0.1:${port}/slow`);
    await line('got /slow');
    child.kill('SIGTERM');
    await line('stopping');
    await expect(fetch(`http://127.0.0.1:${port}/late`)).rejects.toThrow();
    child.stdin.end();
    expect(await (await slow).text()).toBe('done');
    expect(await ended).toEqual([0, null]);
    expect(lines).toContain('store closed');
  });

  test('a second signal ends it at once with 130', async () => {
    const { child, line, port, ended } = await startProgram();
    const slow = fetch(`http://127.0.0.1:${port}/slow`);
    const failed = expect(slow).rejects.toThrow();
    await line('got /slow');
    child.kill('SIGTERM');
    await line('stopping');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    await failed;
  });
});
