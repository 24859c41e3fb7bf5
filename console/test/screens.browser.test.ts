/** Every screen in both themes and at three widths: no fault, no policy violation, no sideways scrolling, nothing serious for axe. */
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { LONG_ID } from './support/people.ts';
import { openPage, overflow, seriousFaults, signIn } from './support/watched-page.ts';

const search = (state: Record<string, unknown>) =>
  `?${Object.entries(state)
    .map(
      ([key, value]) =>
        `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&')}`;

const seeker = { domain: 'dating', user: 'person-2' };
const screens: Readonly<Record<string, { path: string; shows: string }>> = {
  'match, empty': { path: '/match', shows: 'Choose a person to begin' },
  'match, ten': { path: `/match${search(seeker)}`, shows: 'Rank 1' },
  'match, a hundred': { path: `/match${search({ ...seeker, a: { limit: 100 } })}`, shows: 'Rank 9' },
  'match, none': {
    path: `/match${search({ ...seeker, a: { filters: { age: { gte: 119 } } } })}`,
    shows: 'Nobody is left',
  },
  'match, compared': { path: `/match${search({ ...seeker, b: { diversity: 0.9 } })}`, shows: 'What moved' },
  'match, refused': {
    path: `/match${search({ ...seeker, a: { filters: { nonsense: 1 } } })}`,
    shows: 'Request id',
  },
  people: { path: '/people', shows: 'Id begins with' },
  person: { path: '/people/person-2', shows: 'Profile' },
  'person with a long id': { path: `/people/${LONG_ID}`, shows: 'Texts' },
  'person who is unknown': { path: '/people/unknown', shows: 'user_not_found' },
  import: { path: '/import', shows: 'Or drop a CSV' },
  jobs: { path: '/jobs', shows: 'Import of a dataset' },
  datasets: { path: '/datasets', shows: 'items' },
  models: { path: '/models', shows: 'No models yet' },
  'no such page': { path: '/nonsense', shows: 'There is no such page' },
};

describeConsole('every screen', (under) => {
  // The widest differs from 1280 in its layout alone, so one theme shows it.
  const sizes = [
    { width: 360, theme: 'light' },
    { width: 360, theme: 'dark' },
    { width: 1280, theme: 'light' },
    { width: 1280, theme: 'dark' },
    { width: 2560, theme: 'light' },
  ] as const;
  it.for(sizes)('opens in the $theme theme, $width pixels wide', async ({ width, theme }) => {
    const { page, faults } = await openPage(under.browser, {
      viewport: { width, height: 900 },
      colorScheme: theme,
    });
    await page.goto(`${under.service.console}/`);
    await page.getByLabel('API key').waitFor();
    const found: Record<string, unknown> = {
      'sign-in': { wide: await overflow(page), serious: await seriousFaults(page) },
    };
    await signIn(page, under.service.console, under.service.key);
    for (const [name, { path, shows }] of Object.entries(screens)) {
      await page.goto(under.service.console + path);
      await page.getByText(shows).or(page.getByLabel(shows)).first().waitFor();
      await page.waitForLoadState('networkidle');
      found[name] = { wide: await overflow(page), serious: await seriousFaults(page) };
    }
    const clean = Object.fromEntries(Object.keys(found).map((name) => [name, { wide: 0, serious: [] }]));
    expect(found).toEqual(clean);
    // An unknown filter is refused with 422, which the browser logs.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    await page.context().close();
  });
});
