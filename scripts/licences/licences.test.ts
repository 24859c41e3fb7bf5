import { describe, expect, test } from 'vitest';
import { isAllowed } from './allowed-licences.ts';
import { lockedPackages } from './locked-packages.ts';

test.each([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['', false],
  ['MIT OR GPL-3.0-only', true],
  ['GPL-3.0-only OR AGPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['(GPL-3.0-only OR MIT) AND ISC', true],
  ['(GPL-3.0-only OR MIT) AND SSPL-1.0', false],
  ['(MIT', false],
  ['MIT ISC', false],
  ['SEE LICENSE IN LICENSE.txt', false],
])('«%s» may be used: %s', (expression, may) => {
  expect(isAllowed(expression)).toBe(may);
});

describe('a lock', () => {
  const lock = JSON.stringify({
    packages: {
      '': { license: 'Apache-2.0' },
      'node_modules/tool': {
        license: 'MIT',
        dev: true,
        optionalDependencies: { '@tool/linux-x64': '1.0.0' },
      },
      'node_modules/@tool/linux-x64': { optional: true },
      'node_modules/a/node_modules/b': { license: 'ISC' },
      'node_modules/console': { link: true },
      'node_modules/none': {},
    },
  });
  test('gives each package with its licence, and binaries that of their package', () => {
    expect(lockedPackages(lock)).toEqual([
      { name: 'tool', licence: 'MIT', isShipped: false },
      { name: '@tool/linux-x64', licence: 'MIT', isShipped: true },
      { name: 'b', licence: 'ISC', isShipped: true },
      { name: 'none', licence: null, isShipped: true },
    ]);
  });
});
