/** A page whose faults are collected: errors of the console, violations of the policy, uncaught exceptions. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
}

/** A page without a session gets a 401 when it asks for one; a missing person is a 404. */
const expected = /status of (401|404)/;

export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected.test(message.text()))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, faults };
}

export async function signIn(page: Page, address: string, key: string): Promise<void> {
  await page.goto(`${address}/`);
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#content');
}

/** Pixels by which the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
}

/** Serious or critical faults that axe finds, with the first element of each. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: () => Promise<{
          violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
      );
  });
}
