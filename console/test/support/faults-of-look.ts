/** Finds overflow and faults of accessibility (axe) of a page, at each width and in both themes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The rules of axe that the theme has an effect on. */
const colourRules = ['color-contrast', 'link-in-text-block'];
/** Above this width, pages have the same parts with more room. */
const WIDEST_LAYOUT = 1280;
const SETTLE_MS = 10_000;

/**
 * Faults by width and theme; empty: none. A page may not be wider than its window, and axe may find nothing
 * serious. All rules run once at each width. A theme changes nothing but colours, and a width changes few of
 * them, so the rules of colours run in both themes at the first width alone. Above the widest layout a page is
 * only measured.
 */
export async function faultsOfLook(page: Page, widths: readonly number[] = [1280, 360]): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  let theme: 'dark' | 'light' = isDark ? 'dark' : 'light';
  let hasChangedTheme = false;
  const faults: string[] = [];
  const look = async (width: number, rules?: readonly string[]) => {
    for (const fault of await seriousFaults(page, rules)) faults.push(`${width}, ${theme}: ${fault}`);
  };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const pixels = await overflow(page);
    if (pixels > 0) faults.push(`${width}: ${pixels} pixels too wide`);
    if (width > WIDEST_LAYOUT) continue;
    await look(width);
    if (hasChangedTheme) continue;
    hasChangedTheme = true;
    theme = theme === 'dark' ? 'light' : 'dark';
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
    await look(width, colourRules);
  }
  return faults;
}

/** Words by which a screen shows that it is there. */
export interface Shown {
  readonly path: string;
  readonly shows: string;
}

/** Faults of the look of each screen that has some, by name. */
export async function faultsOfScreens(
  page: Page,
  address: string,
  screens: Readonly<Record<string, Shown>>,
  widths?: readonly number[],
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, { path, shows }] of Object.entries(screens)) {
    await page.goto(address + path);
    const content = page.locator('#content');
    await content.getByText(shows).or(content.getByLabel(shows)).filter({ visible: true }).first().waitFor();
    await loaded(page);
    const faults = await faultsOfLook(page, widths);
    if (faults.length > 0) found[name] = faults;
  }
  return found;
}

/** Pixels by which the page is wider than the window, once its parts have adapted to the width. */
async function overflow(page: Page): Promise<number> {
  const pixels = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, undefined, { timeout: SETTLE_MS }).catch(() => undefined);
  return Math.max(0, await page.evaluate(pixels));
}

/** Serious or critical faults that axe finds, with the first element of each. `rules`: default all. */
export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: {
        run: (options: object) => Promise<{
          violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    // Colours fade in after a change of the theme, those of a part after those of its surroundings.
    const fading = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    // Ended by hand: a page that draws no frames, because the machine is busy, never ends them.
    for (let left = fading(); left.length > 0; left = fading())
      for (const animation of left) animation.finish();
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
      );
  }, rules);
}

/** Waits until nothing on the page is a placeholder of what is loaded. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('.mantine-Skeleton-root, [aria-busy="true"]').first().waitFor({ state: 'detached' });
}
