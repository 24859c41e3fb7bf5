/** One version of the product, and one word on the Node that it needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json'));

/** As PEP 440 writes it: 0.1.0-beta is 0.1.0b0. */
function asPython(version: string): string {
  const names: Readonly<Record<string, string>> = { alpha: 'a', beta: 'b', rc: 'rc' };
  return version.replace(
    /-(alpha|beta|rc)(?:\.(\d+))?$/,
    (_, name, number = '0') => `${names[name]}${number}`,
  );
}

describe('the version', () => {
  test.each([
    'console/package.json',
    'sdk/typescript/package.json',
    'package-lock.json',
    'console/package-lock.json',
  ])('of package.json is that of %s', (path) => {
    const { version, packages } = JSON.parse(read(path));
    expect([version, packages?.['']?.version ?? version]).toEqual([manifest.version, manifest.version]);
  });

  test('of the Python client is the same, as Python writes it', () => {
    const [, version] = /^version = "(.*)"$/m.exec(read('sdk/python/pyproject.toml'))!;
    expect(version).toBe(asPython(manifest.version));
  });

  test('of the interface is that of its document', () => {
    const [, version] = /version: '(.*)'/.exec(read('src/outside/http/openapi/interface-info.ts'))!;
    expect(JSON.parse(read('docs/openapi.json')).info.version).toBe(version);
  });
});

describe('the Node that is asked for', () => {
  const [, least] = /^>=(\d+\.\d+\.\d+)$/.exec(manifest.engines.node)!;
  const numbers = (version: string) => version.split('.').map(Number);
  const isAtMost = (one: string, other: string) => {
    const [a, b] = [numbers(one), numbers(other)];
    const at = [0, 1, 2].find((part) => (a[part] ?? 0) !== (b[part] ?? 0));
    return at === undefined || (a[at] ?? 0) < (b[at] ?? 0);
  };
  /** Whether some alternative of the range begins at or below it and does not end before it. */
  const allows = (range: string) =>
    range.split('||').some((alternative) => {
      const [, sign = '', version = '0'] = /^\s*(>=|\^|~)?\s*v?(\d[\d.]*)?/.exec(alternative)!;
      if (version === '0') return true;
      const sameMajor = numbers(version)[0] === numbers(least!)[0];
      return isAtMost(version, least!) && (sign === '>=' || sameMajor);
    });

  test('is enough for every package that is installed with the program', () => {
    const refusing = Object.entries(
      lock.packages as Record<string, { dev?: true; optional?: true; engines?: { node?: string } }>,
    )
      .filter(
        ([path, { dev, optional, engines }]) =>
          path !== '' && !dev && !optional && !allows(engines?.node ?? '*'),
      )
      .map(([path, { engines }]) => `${path}: ${engines?.node}`);
    expect(refusing).toEqual([]);
  });

  test('is what the guide says', () => {
    expect(read('docs/guide/production.md')).toContain(`Node ${least!.replace(/\.0$/, '')} or newer`);
  });
});
