/** The README's table of settings is the one that the service reads. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSettings } from '../src/config/describe-settings.ts';

test('every setting stands in the README as it is', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = readme.match(/^\| `[A-Z_]+` \| `--.*\|$/gm);
  expect(rows).toEqual(
    describeSettings().map(
      ({ variable, flag, fallback, meaning }) =>
        `| \`${variable}\` | \`${flag}\` | ${fallback} | ${meaning} |`,
    ),
  );
});
