/**
 * The dashboard and the alert rules in Prometheus itself, which scrapes a running service. Every query is
 * taken and gives the expected result. `COUNTERPART_TEST_PROMETHEUS` is the folder of `prometheus` and
 * `promtool`; they may also be on the PATH. Without them there is nothing to test with.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../running-service.ts';
import { alertQueries, dashboardQueries, rulesFile } from '../support/deployed-queries.ts';
import { freePort } from '../support/free-port.ts';
import { type BusyService, startBusyService } from './testing/busy-service.ts';

const folders = [
  process.env.COUNTERPART_TEST_PROMETHEUS ?? '',
  ...(process.env.PATH ?? '').split(delimiter),
].filter((folder) => folder !== '');
const prometheusFolder = folders.find((folder) =>
  ['prometheus', 'promtool'].every((name) => existsSync(join(folder, name))),
);
if (prometheusFolder === undefined)
  console.log('SKIPPED: the dashboard and the alert rules were not run in Prometheus, since there is none.');

const program = (name: string) => join(prometheusFolder!, name);
const promtool = (...args: string[]) =>
  execFileSync(program('promtool'), args, { encoding: 'utf8', stdio: 'pipe' });
const ruleTests = fileURLToPath(
  new URL('../../deploy/prometheus/counterpart.rules.test.yml', import.meta.url),
);

/**
 * They need several servers, the death of a process, a range of 24 hours with a change in it, or a search
 * engine.
 */
const emptyPanels = [
  ...['Servers', 'Where matches are answered', 'Lost attempts an hour', 'Refused'],
  ...['Changes that an index lacks', 'Time of a search', 'Searches a second'],
  ...['People beside the indexes', 'Memory beside the indexes', 'Indexes that can answer'],
];

/** A scrape that takes longer than its second leaves every gauge empty until the next one, on a busy machine. */
const afterScrape = { timeout: 45_000, interval: 500 };

describe.skipIf(prometheusFolder === undefined)('in Prometheus', () => {
  const folder = temporaryFolder();
  let busy: BusyService;
  let server: ChildProcess;
  let url: string;

  const ask = async <Data>(path: string): Promise<{ status: string; data: Data; error?: string }> =>
    (await fetch(`${url}/api/v1/${path}`)).json() as never;

  beforeAll(async () => {
    busy = await startBusyService();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    writeFileSync(join(folder.path, 'prometheus.yml'), configuration(busy.url));
    server = spawn(
      program('prometheus'),
      [
        `--config.file=${join(folder.path, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder.path, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    );
    // A rate needs several scrapes, with something happening between them.
    for (let second = 0; second < 12; second++) {
      await busy.work();
      await sleep(1000);
    }
  }, 180_000);
  afterAll(async () => {
    server?.kill('SIGTERM');
    await new Promise((resolve) => server?.once('exit', resolve) ?? resolve(null));
    await busy?.stop();
    folder.remove();
  }, 60_000);

  test('takes the rules, and they fire when they should', () => {
    expect(promtool('check', 'rules', rulesFile)).toContain('SUCCESS');
    expect(promtool('test', 'rules', ruleTests)).toContain('SUCCESS');
  });

  test.each(dashboardQueries())('$name: $query', async ({ name, query }) => {
    const answer = () => ask<{ result: readonly unknown[] }>(`query?query=${encodeURIComponent(query)}`);
    expect(await answer()).toMatchObject({ status: 'success' });
    if (!emptyPanels.includes(name))
      await expect.poll(async () => (await answer()).data.result.length, afterScrape).toBeGreaterThan(0);
  });

  test.each(alertQueries())('$name evaluates', async ({ query }) => {
    expect(await ask(`query?query=${encodeURIComponent(query)}`)).toMatchObject({ status: 'success' });
  });

  test('has no rule that fails, and the drift of the service is pending', async () => {
    interface Rule {
      readonly name: string;
      readonly health: string;
      readonly state: string;
    }
    const allRules = async () => {
      const { data } = await ask<{ groups: readonly { rules: readonly Rule[] }[] }>('rules');
      return data.groups.flatMap((group) => group.rules);
    };
    const rules = await allRules();
    expect(rules.map(({ name }) => name).sort()).toEqual(
      alertQueries()
        .map(({ name }) => name)
        .sort(),
    );
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    const pending = async () => (await allRules()).filter(({ state }) => state === 'pending');
    await expect
      .poll(async () => (await pending()).map(({ name }) => name), afterScrape)
      .toContain('CounterpartFieldCoverageDrift');
  });
});

function configuration(target: string): string {
  return JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rulesFile],
    scrape_configs: [{ job_name: 'counterpart', static_configs: [{ targets: [new URL(target).host] }] }],
  });
}
