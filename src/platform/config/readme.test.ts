/** The table of settings in the reference is the one that the service reads. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSettings } from './describe-settings.ts';

test('every setting is in the reference as it is', () => {
  const page = readFileSync(new URL('../../../docs/reference/settings.md', import.meta.url), 'utf8');
  const rows = page.match(/^\| `[A-Z_]+` \| `--.*\|$/gm);
  expect(rows).toEqual(
    describeSettings().map(
      ({ variable, flag, fallback, meaning }) =>
        `| \`${variable}\` | \`${flag}\` | ${fallback} | ${meaning} |`,
    ),
  );
});

test('the README is a page of about 90 lines', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  expect(readme.split('\n').length).toBeLessThanOrEqual(110);
});
