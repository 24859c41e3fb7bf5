/**
 * The same file gives the same people, rejects and counts by the command line, and by a page that reads the file
 * itself and sends its rows through the client, as the console does: a messy table, whose rows repeat ids, and a
 * file of each known form.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Counterpart } from '../../sdk/typescript/src/index.ts';
import { shippedDomains } from '../../src/domains/shipped-domains.ts';
import { schemaOf } from '../../src/outside/accounts/schema-of.ts';
import type { Delimiter } from '../../src/platform/intake/dialect.ts';
import { shippedForms } from '../../src/platform/intake/forms/shipped-forms.ts';
import { factsOfSource } from '../../src/platform/intake/guess/facts-of-source.ts';
import { guessMapping } from '../../src/platform/intake/guess/guess-mapping.ts';
import { plannedMapping } from '../../src/platform/intake/guess/planned-mapping.ts';
import { ratesIn, withRates } from '../../src/platform/intake/mapping/with-rates.ts';
import { PeopleRows } from '../../src/platform/intake/people-rows.ts';
import { type RepeatedIds, repeatedIds } from '../../src/platform/intake/repeated-ids.ts';
import { countRows, type RowCounts } from '../../src/platform/intake/row-counts.ts';
import { findForm } from '../../src/platform/intake/sources/find-form.ts';
import { formedSource } from '../../src/platform/intake/sources/formed-source.ts';
import { openSource } from '../../src/platform/intake/sources/open-source.ts';
import type { SourceFile } from '../../src/platform/intake/sources/source-file.ts';
import { formatOf } from '../../src/platform/intake/sources/source-formats.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { runHere } from './testing/run-cli.ts';

let service: ComposedService;
let port: number;
beforeAll(async () => {
  service = await composed();
  port = await service.port();
}, 60_000);
afterAll(() => service?.stop());

interface Given {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly domain: string;
  /** Default: found. */
  readonly delimiter?: Delimiter;
  readonly repeated: RepeatedIds;
}
interface Person {
  readonly user_id: string;
  readonly record: unknown;
}
interface Outcome {
  readonly people: readonly Person[];
  /** By line. */
  readonly rejects: readonly (readonly [number, string])[];
  readonly counts: RowCounts;
}

let tenants = 0;

async function newTenant(domain: string) {
  const name = `tenant-${++tenants}`;
  const made = await service.accounts.createTenant({ name, domains: [domain], email: 'a@example.com' });
  return { name, key: (await service.accounts.createKey(made.tenantId, {})).key };
}

async function peopleOf(key: string, domain: string): Promise<readonly Person[]> {
  const { body } = await service.send(`users?domain=${domain}&limit=100`, undefined, undefined, key);
  const ids: string[] = body.data.map((each: { user_id: string }) => each.user_id).sort();
  return Promise.all(
    ids.map(async (id) => {
      const path = `users/${encodeURIComponent(id)}?domain=${domain}`;
      const { fields, preferences, extras } = (await service.send(path, undefined, undefined, key)).body;
      return { user_id: id, record: { fields, preferences, extras } };
    }),
  );
}

async function byCommand(given: Given): Promise<Outcome> {
  const { domain, delimiter, repeated } = given;
  const { name, key } = await newTenant(domain);
  const file = join(service.folder, `${name}-${given.name}`);
  writeFileSync(file, given.bytes);
  const options = ['--tenant', name, '--domain', domain, '--reading', 'full', '--max-rejected', '1'];
  options.push('--repeated', repeated);
  if (delimiter !== undefined) options.push('--delimiter', delimiter === '\t' ? 'tab' : delimiter);
  const { stdout, stderr } = await runHere(service.folder, 'import', file, ...options, '--yes', '--json');
  if (stdout === '') throw new Error(stderr);
  const { rejects_file, rows, stored, replaced, merged, rejected } = JSON.parse(stdout);
  const lines = rejects_file === null ? [] : readFileSync(rejects_file, 'utf8').trim().split('\n');
  const rejects = lines
    .map((line) => JSON.parse(line))
    .map(({ row, line = row, reason }) => [line, reason] as const);
  const counts = { rows, stored, replaced, merged, rejected };
  return { people: await peopleOf(key, domain), rejects, counts };
}

function fileInPage({ name, bytes }: Given): SourceFile {
  const stream = async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  };
  return { name, open: () => ({ stream: stream(), progress: () => 0 }) };
}

/** The rows of the file with the mapping of its form, else with the guess. */
async function rowsInPage(given: Given) {
  const { name, domain, delimiter, repeated } = given;
  const definition = shippedDomains().find((each) => each.domain === domain)!;
  const question = { file: fileInPage(given), columns: null, reading: { delimiter } };
  const open = () => openSource(formatOf(name)!, question);
  const { found } = await findForm(await open(), shippedForms());
  const source = found === null ? await open() : formedSource(await open(), found.form);
  const planned = async () =>
    plannedMapping({
      domain,
      columns: guessMapping(schemaOf(definition).fields, await factsOfSource(await open())),
    });
  const mapping = withRates(found?.form ?? (await planned()), domain, ratesIn(definition));
  return { source, people: new PeopleRows({ domain, mapping, decimal: source.decimal, repeated }) };
}

async function byPage(given: Given): Promise<Outcome> {
  const { domain, repeated } = given;
  const { key } = await newTenant(domain);
  const { source, people } = await rowsInPage(given);
  const rejects: [number, string][] = [];
  const lines = new Map<unknown, number>();
  const bodies = async function* () {
    for await (const numbered of source.rows) {
      const row = people.next(numbered);
      const line = row.line ?? row.row;
      if ('reason' in row) {
        rejects.push([line, row.reason]);
        continue;
      }
      const body = JSON.parse(JSON.stringify(row.request));
      lines.set(body, line);
      yield body;
    }
  };
  const client = new Counterpart({ apiKey: key, baseUrl: `http://127.0.0.1:${port}` });
  const { stored: imported } = await client.users.upsertMany(bodies(), {
    reading: 'full',
    onRefused: ({ row, message }) => rejects.push([lines.get(row)!, message]),
  });
  const counts = countRows({ imported, rejected: rejects.length, repeatedRows: people.repeated, repeated });
  return {
    people: await peopleOf(key, domain),
    rejects: rejects.sort(([one], [other]) => one - other),
    counts,
  };
}

const cell = {
  sex: fc.constantFrom('F', 'M', 'female', ' m ', '', 'n/a'),
  city: fc.constantFrom('Köln', 'Porto, Portugal', 'São Paulo', ''),
  smoker: fc.constantFrom('ja', 'Nein', 'yes', 'n', ''),
  text: fc.constantFrom(
    '',
    'I run; "fast", and\nread a lot of books in bed. Ça va, où que ce soit?',
    'short',
  ),
};
const person = fc.record({
  id: fc.nat(30).map((n) => `m-${n}`),
  ...{
    age: fc.oneof(fc.integer({ min: 10, max: 80 }).map(String), fc.constantFrom('x', '31,5', '', '1.000')),
  },
  ...cell,
  cut: fc.constantFrom(0, 0, 0, 2, -2),
});
const messyFile = fc.record({
  people: fc.array(person, { minLength: 6, maxLength: 12 }),
  delimiter: fc.constantFrom<Delimiter[]>(',', ';', '\t', '|'),
  encoding: fc.constantFrom('utf8', 'utf16le', 'latin1'),
  title: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
});

type Messy = typeof messyFile extends fc.Arbitrary<infer File> ? File : never;

function bytesOf({ people, delimiter, encoding, title, lineEnd }: Messy): Uint8Array {
  const quoted = (text: string) => {
    if (delimiter === '\t') return text.replaceAll(/[\t\n]/g, ' ');
    return /["\n,;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = people.map(({ id, age, sex, city, smoker, text, cut }) => {
    const cells = [id, age, sex, city, smoker, text].map(quoted);
    return [...(cut > 0 ? cells.slice(0, -cut) : cells), ...Array(Math.max(0, -cut)).fill('')];
  });
  const header = ['Member ID', 'Alter', 'Geschlecht', 'Wohnort', 'smoker', 'about me'];
  const rows = [...(title ? [['Export of our members'], []] : []), header, ...lines];
  const content = rows.map((cells) => cells.join(delimiter)).join(lineEnd);
  return Buffer.from(encoding === 'utf16le' ? `\ufeff${content}` : content, encoding as BufferEncoding);
}

test('a messy file gives the same people and the same rejects, whatever becomes of repeated ids', async () => {
  await fc.assert(
    fc.asyncProperty(messyFile, fc.constantFrom(...repeatedIds), async (file, repeated) => {
      const bytes = bytesOf(file);
      const given = { name: 'people.csv', bytes, domain: 'dating', delimiter: file.delimiter, repeated };
      const [command, page] = [await byCommand(given), await byPage(given)];
      expect(page).toEqual(command);
      const { stored, replaced, merged, rejected } = command.counts;
      expect(command.rejects).toHaveLength(rejected);
      expect(stored + replaced + merged + rejected).toBe(file.people.length);
    }),
    { numRuns: 9 },
  );
}, 120_000);

const forms = join(import.meta.dirname, '../../src/outside/cli/import/testing/forms');

test.each(readdirSync(forms))(
  'the records of %s are the same people',
  async (name) => {
    const bytes = readFileSync(join(forms, name));
    const file = fileInPage({ name, bytes, domain: '', repeated: 'refuse' });
    const source = await openSource(formatOf(name)!, { file, columns: null, reading: {} });
    const { found } = await findForm(source, shippedForms());
    const given: Given = { name, bytes, domain: found!.form.domain, repeated: 'refuse' };
    const [command, page] = [await byCommand(given), await byPage(given)];
    expect(page).toEqual(command);
    expect(command.people.length).toBeGreaterThan(0);
  },
  60_000,
);
