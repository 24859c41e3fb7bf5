/**
 * Every screen of a workspace in both themes and at three widths: no error, no policy violation, no fault of
 * its look.
 */
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook, faultsOfScreens, type Shown } from './support/faults-of-look.ts';
import { addPeople, LONG_ID } from './support/people.ts';
import { searchOf } from './support/search-of.ts';

const seeker = { domain: 'dating', user: 'person-2' };
const screens: Readonly<Record<string, Shown>> = {
  'match, empty': { path: '/match', shows: 'Choose a person to begin' },
  'match, ten': { path: `/match${searchOf(seeker)}`, shows: 'Rank 1' },
  'match, thirty': { path: `/match${searchOf({ ...seeker, a: { limit: 30 } })}`, shows: 'Rank 9' },
  'match, none': {
    path: `/match${searchOf({ ...seeker, a: { filters: { age: { gte: 119 } } } })}`,
    shows: 'Nobody is left',
  },
  'match, compared': { path: `/match${searchOf({ ...seeker, b: { diversity: 0.9 } })}`, shows: 'What moved' },
  'match, refused': {
    path: `/match${searchOf({ ...seeker, a: { filters: { nonsense: 1 } } })}`,
    shows: 'Request id',
  },
  people: { path: '/people', shows: 'Find people' },
  person: { path: '/people/person-2', shows: 'Profile' },
  'person with a long id': { path: `/people/${LONG_ID}`, shows: 'Texts' },
  'person who is unknown': { path: '/people/unknown', shows: 'user_not_found' },
  import: { path: '/import', shows: 'Or drop a file here: Excel' },
  models: { path: '/models', shows: 'No models yet' },
  'no such page': { path: '/nonsense', shows: 'There is no such page' },
};

describeConsole('every screen', 'screens', addPeople, (under) => {
  const widths = [2560, 1280, 360];

  it('has no fault before the session', async () => {
    const { page, faults } = await under.page();
    await page.goto(`${under.service.console}/`);
    await page.getByLabel('API key').waitFor();
    expect(await faultsOfLook(page, widths)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('has no fault, whatever it shows', async () => {
    const { page, faults } = await under.signedIn('/models');
    expect(await faultsOfScreens(page, under.service.console, screens, widths)).toEqual({});
    // An unknown filter is refused with 422, which the browser logs.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    await page.context().close();
  });
});
