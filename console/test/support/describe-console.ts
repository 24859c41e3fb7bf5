/** The set-up of a file of browser tests: a service with people, and a browser. Without a browser they are skipped. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { findBrowser } from './browser.ts';
import { addPeople } from './people.ts';
import { type Service, startService } from './service.ts';
import { openPage, signIn, type WatchedPage } from './watched-page.ts';

export interface ConsoleUnderTest {
  readonly service: Service;
  readonly browser: Browser;
  /** A page that is signed in, at the path. `key`: default that of the workspace «acme», with every scope. */
  signedIn(path?: string, key?: string): Promise<WatchedPage>;
}

const executablePath = findBrowser();

export function describeConsole(name: string, tests: (under: ConsoleUnderTest) => void): void {
  describe.skipIf(executablePath === undefined)(name, () => {
    let service: Service;
    let browser: Browser;
    beforeAll(async () => {
      service = await startService();
      await addPeople(service);
      browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser?.close();
      await service?.close();
    });
    tests({
      get service() {
        return service;
      },
      get browser() {
        return browser;
      },
      async signedIn(path = '/match', key = service.key) {
        const opened = await openPage(browser, { viewport: { width: 1280, height: 900 } });
        await signIn(opened.page, service.console, key);
        await opened.page.goto(service.console + path);
        return opened;
      },
    });
  });
}
