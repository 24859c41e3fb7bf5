/** The demo loads people of all six domains, shows matches with reasons, and ends with code 0. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './running-service.ts';

test('npm run demo prints matches of all six domains', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, 'demo', '--once', '--port', '0', '--data', folder.path]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  folder.remove();
  expect(code, output).toBe(0);
  const domains = globSync('*/definition.yaml', { cwd: new URL('../src/domains/', import.meta.url) }).map(
    dirname,
  );
  expect(domains).toHaveLength(6);
  for (const domain of domains) {
    expect(output).toMatch(new RegExp(`${domain} +2\\d\\d sample profiles read`));
    expect(output).toMatch(new RegExp(`^${domain}: [^]*?│ [\\w-]+ +│ 0\\.\\d\\d +│ • \\w+`, 'm'));
  }
  expect(output).toMatch(/^ {2}cp_live_[A-Za-z0-9]{22,}$/m);
  expect(output).toMatch(/curl -s http:\/\/127\.0\.0\.1:\d+\/v1\/match/);
  expect(output).toMatch(
    /^Console: http:\/\/127\.0\.0\.1:\d+\/console\/match\?domain=dating&user=margarida-lisbon-40#link=cp_link_[\w-]{43}$/m,
  );
  expect(output).toMatch(/http:\/\/127\.0\.0\.1:\d+\/docs/);
});
