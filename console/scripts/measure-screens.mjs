// Measures every screen with much data beside the same screen with little, in a real browser against a real
// service: 10,000 people, 100,000 outcomes and a dataset of a million events beside a hundredth of each.
// Prints medians as a table: milliseconds until the content is shown, and the slowest answer of the API.
//
//   npm run measure:screens [-- RUNS]      a browser as for the browser tests
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chromium } from 'playwright-core';
import { findBrowser } from '../test/support/find-browser.ts';
import { createTenant, startServer } from '../test/support/service.ts';
import { signIn } from '../test/support/watched-page.ts';

const runs = Number(process.argv[2] ?? 3);
const sizes = {
  little: { people: 100, outcomes: 1000, items: 200, events: 10_000 },
  much: { people: 10_000, outcomes: 100_000, items: 20_000, events: 1_000_000 },
};
const places = ['Lisbon, Portugal', 'Porto, Portugal', 'Madrid, Spain', 'Berlin, Germany'];
const goals = ['long_term', 'marriage', 'casual', 'friendship'];
const day = 86_400_000;

const executablePath = findBrowser();
if (executablePath === undefined) process.exit(1);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const found = {};
try {
  for (const [name, size] of Object.entries(sizes)) {
    const server = await startServer();
    const service = await createTenant(server, 'acme');
    try {
      console.log(`${name}: ${JSON.stringify(size)}`);
      const datasetId = await fill(service, size);
      for (const [screen, view] of Object.entries(screensOf(datasetId)))
        found[screen] = { ...found[screen], [name]: await open(service, view) };
    } finally {
      await server.close();
    }
  }
} finally {
  await browser.close();
}
const rows = Object.entries(found).map(([screen, { little, much }]) => [
  screen,
  {
    'little, ms': little.content,
    'much, ms': much.content,
    ratio: Number((much.content / little.content).toFixed(2)),
    'slowest answer, little, ms': little.answer,
    'slowest answer, much, ms': much.answer,
  },
]);
console.log(`Medians of ${runs} visits, of a browser that knows the code of the page.`);
console.table(Object.fromEntries(rows));

function screensOf(datasetId) {
  return {
    match: { path: 'match?domain=dating&user=p2', shown: '[aria-label^="Rank 1:"]' },
    'match, a hundred': {
      path: `match?domain=dating&user=p2&a=${encodeURIComponent('{"limit":100}')}`,
      shown: '[aria-label^="Rank 9:"]',
    },
    people: { path: 'people?domain=dating', shown: 'a[href*="/people/p"]' },
    person: { path: 'people/p2?domain=dating', shown: 'dl dt' },
    domain: { path: 'domains?domain=dating', shown: 'table td, .cm-editor' },
    'outcomes over time': { path: 'learning?domain=dating', text: 'From shown to mutual' },
    drift: {
      path: 'learning?domain=dating&view=drift',
      text: /people of the domain|people, drawn at random/,
    },
    exposure: { path: 'learning?domain=dating&view=exposure', text: 'Gini coefficient' },
    runs: { path: 'learning?domain=dating&view=runs', text: 'No training runs yet.' },
    datasets: { path: 'datasets', shown: `a[href*="${datasetId}"]` },
    dataset: { path: `datasets/${datasetId}`, text: 'Long tail' },
    jobs: { path: 'jobs', text: 'Import of a dataset' },
  };
}

async function fill(service, { people, outcomes, items, events }) {
  for (let from = 0; from < people; from += 5000)
    await sent(service, '/v1/users/batch', lines(from, Math.min(people, from + 5000), person), {
      'content-type': 'application/x-ndjson',
    });
  await service.command('tenants', 'set', 'acme', '--threshold', 'dating=100000000');
  for (let from = 0; from < outcomes; from += 1000)
    await sent(service, '/v1/feedback', {
      domain: 'dating',
      items: Array.from({ length: 1000 }, (_, n) => outcome(from + n, people)),
    });
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-events-'));
  try {
    const file = join(folder, 'shop.jsonl');
    await pipeline(Readable.from(datasetLines(items, events)), createWriteStream(file));
    await service.command('datasets', 'import', file, '--tenant', 'acme', '--name', 'shop');
  } finally {
    await rm(folder, { recursive: true });
  }
  const { data } = await service.get('/v1/datasets');
  // A job, for the list of them: the command imports by itself.
  const cup = { name: 'cups', items: [{ item_id: 'cup', text: 'A cup' }] };
  await sent(service, '/v1/datasets', cup, { 'idempotency-key': 'measure-screens' });
  return data[0].id ?? data[0].dataset_id;
}

function lines(from, to, line) {
  return Array.from({ length: to - from }, (_, n) => JSON.stringify(line(from + n))).join('\n');
}

function person(n) {
  return {
    user_id: `p${n}`,
    domain: 'dating',
    fields: {
      age: 22 + (n % 40),
      gender: n % 2 === 0 ? 'woman' : 'man',
      location: places[(n >> 1) % places.length],
      relationship_goal: goals[(n >> 3) % goals.length],
      values_text: `I like walks, number ${n}.`,
    },
  };
}

function outcome(n, people) {
  const seeker = (n * 7) % people;
  // Another candidate in each round of the seekers; never the seeker.
  const candidate = (seeker + 1 + 2 * Math.floor(n / people)) % people;
  return {
    seeker_id: `p${seeker}`,
    candidate_id: `p${candidate}`,
    outcome: n % 3 === 0 ? 'accepted' : 'rejected',
  };
}

function* datasetLines(items, events) {
  for (let n = 0; n < items; n++)
    yield `${JSON.stringify({ type: 'item', item_id: `item-${n}`, text: `Thing ${n}` })}\n`;
  const start = Date.UTC(2026, 0, 1);
  for (let n = 0; n < events; n++) {
    const person = n % Math.ceil(events / 20);
    // Squared, so that few items have many events.
    const item = Math.floor(items * (((n * 7919) % 10_007) / 10_007) ** 2);
    const timestamp = new Date(start + Math.floor((n / events) * 90 * day)).toISOString();
    yield `${JSON.stringify({ type: 'event', event_id: `e${n}`, person_id: `s${person}`, item_id: `item-${item}`, kind: 'buy', timestamp })}\n`;
  }
}

async function sent(service, path, body, headers) {
  const answer = await service.post(path, body, headers);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.text();
}

async function open(service, { path, shown, text }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await signIn(page, service.console, service.key);
    await page.waitForLoadState('networkidle');
    const content = [];
    const answers = [];
    page.on('requestfinished', (request) => {
      if (request.url().includes('/console/api/')) answers.push(request.timing().responseEnd);
    });
    for (let run = 0; run <= runs; run++) {
      if (run === 1) answers.length = 0;
      const before = performance.now();
      await page.goto(`${service.console}/${path}`);
      const wanted = shown === undefined ? page.getByText(text) : page.locator(shown);
      await wanted.first().waitFor();
      // The first visit loads the code.
      if (run > 0) content.push(performance.now() - before);
      await page.waitForLoadState('networkidle');
    }
    return { content: Math.round(median(content)), answer: Math.round(Math.max(...answers)) };
  } finally {
    await context.close();
  }
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
