/**
 * The set-up of a file of browser tests: a tenant of its own, and pages. Without a browser they are skipped.
 */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { createTenant, type Service } from './service.ts';
import { giveSession, openPage, type WatchedPage } from './watched-page.ts';

type PageOptions = Parameters<typeof openPage>[1] & {
  /** Default: the key of the tenant, with every scope. */
  readonly key?: string;
};

export interface ConsoleUnderTest {
  readonly service: Service;
  /** A page without a session. */
  page(options?: PageOptions): Promise<WatchedPage>;
  /** A page that is signed in, at the path. */
  signedIn(path: string, options?: PageOptions): Promise<WatchedPage>;
}

/** `prepare` fills the tenant, whose name is that of the workspace. */
export function describeConsole(
  name: string,
  tenant: string,
  prepare: (service: Service) => Promise<unknown>,
  tests: (under: ConsoleUnderTest) => void,
): void {
  const server = inject('servers')?.[Number(process.env.VITEST_POOL_ID) - 1];
  const endpoint = inject('browser');
  describe.skipIf(server === undefined)(name, () => {
    let service: Service;
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.connect(endpoint!);
      service = await createTenant(server!, tenant);
      await prepare(service);
    }, 600_000);
    afterAll(() => browser?.close());
    const page = (options: PageOptions = {}) => openPage(browser, options);
    tests({
      get service() {
        return service;
      },
      page,
      async signedIn(path, { key = service.key, ...options } = {}) {
        const opened = await page(options);
        await giveSession(opened.page, service.console, key);
        await opened.page.goto(service.console + path);
        return opened;
      },
    });
  });
}
