import { expect, it } from 'vitest';
import { setVersion } from './set-version.ts';

it('replaces the version at the top level alone', () => {
  expect(setVersion('domain: x\nversion: 1 # first\nfields:\n  - version: 3\n', 2)).toBe(
    'domain: x\nversion: 2 # first\nfields:\n  - version: 3\n',
  );
  expect(setVersion('"version": 1,\n', 12)).toBe('"version": 12,\n');
  expect(setVersion('domain: x\n', 2)).toBe('domain: x\n');
});
