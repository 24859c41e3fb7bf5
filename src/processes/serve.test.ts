import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as buildServer from '../outside/http/build-server.ts';
import { readSettings } from '../platform/config/read-settings.ts';
import { serve } from './serve.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'counterpart-serve-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(data, { recursive: true, force: true });
});

/** Files below the data folder that this process holds open; always empty outside Linux. */
function openFiles(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(data) ? [path] : [];
    } catch {
      return [];
    }
  });
}

function settingsFor(port: number) {
  return readSettings({}, ['--data', data, '--port', String(port), '--log-level', 'fatal']);
}

const active = (kind: string) => process.getActiveResourcesInfo().filter((one) => one === kind).length;

test('a start on a taken port leaves no worker, timer or open file', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  try {
    const timers = active('Timeout');
    await expect(serve(settingsFor(port))).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(openFiles()).toEqual([]);
    expect(active('MessagePort')).toBe(0);
    expect(active('Timeout')).toBeLessThanOrEqual(timers);
  } finally {
    occupant.close();
  }
});

test('a composition whose last step fails leaves no worker, timer or open file', async () => {
  const timers = active('Timeout');
  let openBefore: readonly string[] = [];
  vi.spyOn(buildServer, 'buildServer').mockImplementation(async () => {
    openBefore = openFiles();
    throw new Error('the last step fails');
  });
  await expect(serve(settingsFor(0))).rejects.toThrow('the last step fails');
  if (process.platform === 'linux') expect(openBefore).not.toEqual([]);
  expect(openFiles()).toEqual([]);
  expect(active('MessagePort')).toBe(0);
  expect(active('Timeout')).toBeLessThanOrEqual(timers);
});
