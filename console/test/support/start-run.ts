/** One service and one browser for all files of a run. Without a browser the files skip their tests. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser.ts';
import { type Server, startServer } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Server | undefined;
    /** Where the browser takes connections. */
    browser: string | undefined;
  }
}

export default async function startRun(project: TestProject) {
  const executablePath = findBrowser();
  if (executablePath === undefined) return undefined;
  const [browser, { close, ...server }] = await Promise.all([
    chromium.launchServer({ executablePath, args: ['--no-sandbox'] }),
    startServer(),
  ]);
  project.provide('server', server);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await close();
  };
}
