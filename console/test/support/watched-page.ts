/**
 * A page whose faults are collected: errors of the console, violations of the policy, uncaught exceptions.
 */
import type { Browser, Cookie, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
}

/** Services and browsers of other tests may share the machine. */
const TIMEOUT_MS = 60_000;
/** A page without a session gets a 401 when it asks for one; a missing person is a 404. */
const expected = /status of (401|404)/;

export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
): Promise<WatchedPage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected.test(message.text()))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, faults };
}

/** By the form of the page. */
export async function signIn(page: Page, address: string, key: string): Promise<void> {
  await page.goto(`${address}/`);
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#content');
}

const sessions = new Map<string, Promise<Cookie[]>>();

/**
 * Gives the page the session of the key, which is begun once: sign-ins are slow, and an address has few of
 * them.
 */
export async function giveSession(page: Page, address: string, key: string): Promise<void> {
  let cookies = sessions.get(key);
  if (cookies === undefined) {
    cookies = beginSession(page, address, key);
    sessions.set(key, cookies);
  }
  await page.context().addCookies(await cookies);
}

async function beginSession(page: Page, address: string, key: string): Promise<Cookie[]> {
  const answer = await page.request.post(`${address}/api/session`, {
    data: { api_key: key },
    headers: { 'X-Counterpart-Console': '1', 'Sec-Fetch-Site': 'same-origin' },
  });
  if (!answer.ok()) throw new Error(`no session: ${answer.status()} ${await answer.text()}`);
  return page.context().cookies();
}
