// Takes the pictures of the guide: starts the demo on a data folder of its own, adds what its sample people
// lack (a text, outcomes, a dataset and a model), and photographs the console that it serves.
//
//   npm run pictures [-- NAME …]      a browser as for the browser tests
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../test/support/find-browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = join(root, 'docs/guide/pictures');
const MOST_BYTES = 250_000;
const seeker = 'margarida-lisbon-40';
const reader = 'joana-lisbon-33';
const match = (more = {}) => {
  const state = Object.entries({ domain: 'dating', user: seeker, ...more });
  return `match?${state.map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`).join('&')}`;
};

/** Each opens a screen, waits for what it shows, and leaves the page as it is photographed. */
const pictures = {
  match: {
    path: match({ a: { limit: 5 } }),
    prepare: (page) => page.getByLabel('Rank 1:').waitFor(),
  },
  waterfall: {
    path: match({ a: { limit: 5 } }),
    async prepare(page) {
      await page
        .getByRole('button', { name: /^How the score is made/ })
        .first()
        .click();
      await page.getByRole('rowheader', { name: 'Starting point' }).waitFor();
      await scrollTo(page.getByLabel('Rank 1:'));
    },
  },
  compare: {
    path: match({ a: { limit: 8 }, b: { limit: 8, diversity: 0.9, reciprocal: 'min' } }),
    prepare: (page) => page.getByText('What moved').waitFor(),
  },
  text: {
    path: 'match?domain=dating',
    async prepare(page) {
      await page.getByText('From a text').click();
      await page
        .getByLabel('Text about the person')
        .fill('31F in Lisbon. Honest, likes long walks. Looking for something serious with a man 28 to 36.');
      await page.getByText('28 to 36').first().waitFor();
      await page.getByRole('button', { name: /^Run the match/ }).click();
      await page.getByLabel('Rank 1:').waitFor();
    },
  },
  person: {
    path: `people/${seeker}?domain=dating&reach=true`,
    height: 980,
    async prepare(page) {
      await page.getByText('Outcomes').first().waitFor();
      await page.getByText(/would see this person\.$/).waitFor();
      await page.getByRole('img', { name: /^Map around/ }).waitFor();
    },
  },
  domain: {
    path: 'domains?domain=dating',
    async prepare(page) {
      await page
        .getByLabel('A text about a person')
        .fill('31, in Lisbon. I run before work and want something serious.');
      await page.getByText('long_term').or(page.getByText('Relationship goal')).first().waitFor();
    },
  },
  learning: {
    path: () => `learning/runs/${run}`,
    height: 1000,
    prepare: (page) => page.getByText('Does 30 % mean 30 %?').first().waitFor(),
  },
  model: {
    path: () => `models/${model}?history=${encodeURIComponent(JSON.stringify(['bicycle', 'helmet']))}`,
    height: 1000,
    prepare: (page) => page.getByText('nDCG').first().waitFor(),
  },
  import: {
    path: 'import?domain=dating',
    height: 900,
    async prepare(page) {
      const buffer = Buffer.from(
        'id;name;years;sex;city;about\n1;Ana;31;woman;Lisbon;I run before work and want something serious.\n2;Rui;36;man;Porto;I cook every Sunday.\n3;Eva;29;woman;Madrid;Looking for friends first.\n',
      );
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await page.getByText('about', { exact: true }).first().waitFor();
    },
  },
  system: {
    path: 'system',
    operator: true,
    height: 1000,
    prepare: (page) => page.getByRole('heading', { name: 'Memory of the candidate indexes' }).waitFor(),
  },
  jobs: { path: 'jobs', prepare: (page) => page.getByText('Training of a model').waitFor() },
  'sign-in': { path: '', signedOut: true, prepare: (page) => page.getByLabel('API key').waitFor() },
  dark: {
    path: match({ a: { limit: 5 } }),
    theme: 'dark',
    prepare: (page) => page.getByLabel('Rank 1:').waitFor(),
  },
  phone: {
    path: match({ a: { limit: 5 } }),
    width: 390,
    height: 844,
    async prepare(page) {
      await page.getByLabel('Rank 1:').waitFor();
      await scrollTo(page.getByLabel('Rank 1:'));
    },
  },
  erasure: {
    path: `people/${reader}`,
    async prepare(page) {
      await page.getByRole('button', { name: 'Erase this person' }).click();
      await page.getByLabel('Type the id to confirm').fill(reader);
      await page.getByRole('button', { name: 'Erase', exact: true }).click();
      await page.getByText('1 record').waitFor();
    },
  },
};

let calls = 0;
let run;
let model;

const data = await mkdtemp(join(tmpdir(), 'counterpart-pictures-'));
await mkdir(join(data, 'imports'), { recursive: true });
await cp(join(root, 'examples/shop-recommendations/shop.jsonl'), join(data, 'imports/shop.jsonl'));
const demo = spawn(
  process.execPath,
  ['scripts/run.mjs', 'src/main.ts', 'demo', '--data', data, '--port', '0'],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const ended = new Promise((done) => demo.once('exit', done));
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  const { url, key } = await printedBy(demo);
  await addMore(url, key);
  const operatorKey = await newOperatorKey();
  await mkdir(out, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const [name, picture] of Object.entries(pictures))
    if (wanted.length === 0 || wanted.includes(name))
      await take(name, picture, url, picture.operator ? operatorKey : key);
} finally {
  await browser.close();
  demo.kill('SIGTERM');
  await ended;
  await rm(data, { recursive: true, force: true });
}

async function take(
  name,
  { path, prepare, signedOut, theme = 'light', width = 1280, height = 800 },
  url,
  key,
) {
  const context = await browser.newContext({
    viewport: { width, height },
    // Scroll bars lie over the page, as on a phone, and leave no empty strip.
    isMobile: true,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Lisbon',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  if (!signedOut) {
    await page.goto(`${url}/console/`);
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#content');
  }
  await page.goto(`${url}/console/${typeof path === 'function' ? path() : path}`);
  await prepare(page);
  await page.waitForLoadState('networkidle');
  const file = join(out, `${name}.png`);
  await page.screenshot({ path: file });
  const { size } = await stat(file);
  console.log(`${name}.png  ${Math.round(size / 1000)} kB`);
  if (size > MOST_BYTES) throw new Error(`${name}.png has more than ${MOST_BYTES / 1000} kB`);
  await context.close();
}

function scrollTo(locator) {
  return locator.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 100));
}

/** The address and the key that the demo prints when it is ready. */
function printedBy({ stdout }) {
  return new Promise((found, failed) => {
    let printed = '';
    stdout.on('data', (bytes) => {
      printed += bytes;
      const url = /^Console: (http:\S+?)\/console\//m.exec(printed)?.[1];
      const key = /^ {2}(cp_live_\w+)$/m.exec(printed)?.[1];
      if (url && key) found({ url, key });
    });
    stdout.once('end', () => failed(new Error(`the demo ended:\n${printed}`)));
  });
}

async function addMore(url, key) {
  const call = async (method, path, body) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `pictures-${calls++}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const finished = async (job) => {
    const now = await call('GET', `/jobs/${job.id}`);
    if (now.status === 'failed') throw new Error(JSON.stringify(now));
    if (now.status === 'succeeded') return now.result;
    await new Promise((done) => setTimeout(done, 200));
    return finished(job);
  };
  await call('POST', '/context', {
    user_id: reader,
    domain: 'dating',
    source: 'chat',
    content: 'I want children one day, and I would move to Porto for the right person.',
  });
  const { matches } = await call('POST', '/match', { user_id: reader, domain: 'dating', limit: 4 });
  await call('POST', '/feedback', {
    domain: 'dating',
    items: matches.map(({ user_id: candidate }, at) => ({
      seeker_id: reader,
      candidate_id: candidate,
      outcome: at % 2 === 0 ? 'accepted' : 'rejected',
    })),
  });
  const source = { name: 'shop', source_uri: 'file:shop.jsonl', format: 'jsonl', terms: 'Our own sales.' };
  const { dataset } = await finished(await call('POST', '/datasets', source));
  const made = await finished(
    await call('POST', '/adaptations', { dataset_id: dataset.id, name: 'shop', settings: {} }),
  );
  model = made.model.id;
  await addOutcomes(call);
  run = await trained(call);
}

/**
 * Decisions about the matches of many people: they accept whom a score above a tenth suits, with some
 * exceptions.
 */
async function addOutcomes(call) {
  const { data: people } = await call('GET', '/users?domain=dating&limit=100');
  for (const { user_id: person } of people.filter(({ user_id }) => user_id !== seeker)) {
    const { matches } = await call('POST', '/match', { user_id: person, domain: 'dating', limit: 8 });
    const items = matches.map(({ user_id: candidate, score }, at) => ({
      seeker_id: person,
      candidate_id: candidate,
      outcome: score > 0.1 !== (person.length + at) % 7 < 1 ? 'accepted' : 'rejected',
    }));
    if (items.length > 0) await call('POST', '/feedback', { domain: 'dating', items });
  }
}

async function trained(call) {
  const { run_id: id } = await call('POST', '/train', { domain: 'dating', force: true });
  for (;;) {
    const { status } = await call('GET', `/train/runs/${id}`);
    if (['deployed', 'rejected'].includes(status)) return id;
    if (['failed', 'cancelled'].includes(status)) throw new Error(`the run has ${status}`);
    await new Promise((done) => setTimeout(done, 500));
  }
}

async function newOperatorKey() {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/run.mjs', 'src/main.ts', 'keys', 'create', '--operator', '--data', data],
    { cwd: root },
  );
  return /cp_live_\w+/.exec(stdout)[0];
}
