// Measures the first view of the console in a real browser against a real service with the sample people: ten
// times a browser without a cache opens a match, signed in, and the medians are printed as a table. Run it on
// a machine that does nothing else.
//
//   npm run measure [-- RUNS]      a browser as for the browser tests
import { chromium } from 'playwright-core';
import { startDemo } from '../test/support/demo.ts';
import { findBrowser } from '../test/support/find-browser.ts';

const AIM_MS = 1000;
const runs = Number(process.argv[2] ?? 10);
const views = {
  'a match, asked for by its address': {
    path: 'match?domain=dating&user=margarida-lisbon-40',
    shown: '[aria-label^="Rank 1:"]',
  },
  'the playground, empty': { path: 'match', shown: 'form[aria-label="Match playground"] input' },
  'a person': { path: 'people/margarida-lisbon-40?domain=dating', shown: 'dl dt' },
};

const executablePath = findBrowser();
if (executablePath === undefined) process.exit(1);
const demo = await startDemo();
try {
  const rows = {};
  for (const [name, view] of Object.entries(views)) {
    const found = [];
    for (let run = 0; run < runs; run++) found.push(await coldView(view));
    rows[name] = {
      'first paint, ms': median(found.map(({ paint }) => paint)),
      'content, ms': median(found.map(({ content }) => content)),
      'slowest, ms': Math.max(...found.map(({ content }) => content)),
      'main thread, ms': median(found.map(({ busy }) => busy)),
      'kB on the wire': median(found.map(({ bytes }) => Math.round(bytes / 1000))),
      'layout shift': Math.max(...found.map(({ shift }) => shift)),
    };
  }
  console.log(`Medians of ${runs} cold views; content and shift are aimed at ${AIM_MS} ms and 0.`);
  console.table(rows);
} finally {
  await demo.close();
}

/** A browser of its own has no cache, no code cache and no open connection. */
async function coldView({ path, shown }) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    // The cookie is fetched beside the page, so that nothing of the console is cached.
    const signedIn = await context.request.post(`${demo.url}/console/api/session`, {
      data: { api_key: demo.key },
      headers: { 'x-counterpart-console': '1', 'sec-fetch-site': 'same-origin' },
    });
    if (!signedIn.ok()) throw new Error(`signing in: ${signedIn.status()} ${await signedIn.text()}`);
    const page = await context.newPage();
    await page.addInitScript(watch, shown);
    const wire = await context.newCDPSession(page);
    let bytes = 0;
    await wire.send('Network.enable');
    // Of a processor, so that other work on the machine does not count.
    await wire.send('Performance.enable', { timeDomain: 'threadTicks' });
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(`${demo.url}/console/${path}`);
    await page.waitForFunction(() => window.__firstView.content !== undefined);
    const atContent = bytes;
    const { metrics } = await wire.send('Performance.getMetrics');
    const busy = metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    await page.waitForLoadState('networkidle');
    const { content, shift } = await page.evaluate(() => window.__firstView);
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    return {
      paint: Math.round(paint),
      content: Math.round(content),
      busy: Math.round(busy),
      bytes: atContent,
      shift: Number(shift.toFixed(4)),
    };
  } finally {
    await browser.close();
  }
}

/** Runs in the page before its own scripts. */
function watch(shown) {
  const found = { content: undefined, shift: 0 };
  window.__firstView = found;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) found.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (found.content === undefined && document.querySelector(shown) !== null)
      // The frame after the element is the one that shows it.
      requestAnimationFrame(() => {
        found.content ??= performance.now();
      });
    else if (found.content === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
