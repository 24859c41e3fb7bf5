/**
 * One browser for all files of a run, and a service for each worker: files that run at once share no operator,
 * no audit log and no queue of jobs. Without a browser the files skip their tests.
 */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser.ts';
import { type Server, startServer } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** By worker; undefined: there is no browser. */
    servers: readonly Server[] | undefined;
    /** Where the browser takes connections. */
    browser: string | undefined;
  }
}

export default async function startRun(project: TestProject) {
  const executablePath = findBrowser();
  if (executablePath === undefined) return undefined;
  const [browser, ...started] = await Promise.all([
    chromium.launchServer({ executablePath, args: ['--no-sandbox'] }),
    ...Array.from({ length: project.config.maxWorkers }, () => startServer()),
  ]);
  project.provide(
    'servers',
    started.map(({ close, ...server }) => server),
  );
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await Promise.all(started.map(({ close }) => close()));
  };
}
