import { existsSync } from 'node:fs';

const { CONSOLE_BROWSER: named } = process.env;
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser that CONSOLE_BROWSER names, else that of this machine, or undefined with a sentence on the
 * standard error.
 */
export function findBrowser(): string | undefined {
  const found = (named === undefined ? usual : [named]).find((place) => existsSync(place));
  if (found === undefined)
    console.error(
      'The browser tests are skipped: no Chromium was found. Install it (apt-get install chromium), or name it in CONSOLE_BROWSER.',
    );
  return found;
}
