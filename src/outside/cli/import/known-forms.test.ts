/** Each known form, by a file as such files are. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedDomains } from '../../../domains/shipped-domains.ts';
import { shippedForms } from '../../../platform/intake/forms/shipped-forms.ts';
import { applyMapping, type MappedRow } from '../../../platform/intake/mapping/mapping.ts';
import { ratesIn, withRates } from '../../../platform/intake/mapping/with-rates.ts';
import { describeForm, findForm } from '../../../platform/intake/sources/find-form.ts';
import { formedSource } from '../../../platform/intake/sources/formed-source.ts';
import { formatOf } from '../../../platform/intake/sources/source-formats.ts';
import { formNamed } from './form-named.ts';
import { openSource } from './read-source.ts';

const folder = join(import.meta.dirname, 'testing', 'forms');

async function recognised(name: string) {
  const file = join(folder, name);
  const format = formatOf(file)!;
  const open = () => openSource(format, { file, columns: null, reading: {} });
  const { found } = await findForm(await open(), shippedForms());
  if (found === null) throw new Error(`${name} has no known form`);
  const { form } = found;
  const domain = shippedDomains().find((each) => each.domain === form.domain)!;
  const mapping = withRates(form, form.domain, ratesIn(domain));
  const source = formedSource(await open(), form);
  const rows: MappedRow[] = [];
  for await (const row of source.rows)
    rows.push(
      'row' in row ? applyMapping(mapping, row.row, row.number, source.decimal) : { rejected: row.fault },
    );
  return {
    form: form.form,
    sentence: await describeForm(await open(), found),
    rows,
    others: source.report().other_records,
  };
}

const idOf = (row: MappedRow) => ('body' in row ? row.body.user_id : row.rejected);
const fieldsOf = (row: MappedRow) => ('body' in row ? row.body.fields : undefined);
const textOf = (row: MappedRow) => JSON.parse('body' in row ? String(row.body.context) : 'null');

test.each([
  ['json-resume.json', 'json-resume', ['https://nadia.example.org'], { role: 'candidate' }],
  ['job-posting.html', 'job-posting', ['BW-1183'], { role: 'job' }],
  ['person.jsonld', 'person', ['https://people.example/ines'], { role: 'candidate' }],
  ['product.html', 'product', ['TR-204'], { role: 'product', brand: 'Fernhill', price: 132 }],
  ['offer.json', 'offer', ['KB-9'], { role: 'product', price: 80 }],
  ['agent-card-0.3.json', 'agent-card', ['https://agents.example/invoice/a2a/v1'], undefined],
  ['agent-card-1.0.json', 'agent-card', ['https://agents.example/route/v1'], undefined],
  [
    'mcp-server.json',
    'mcp-server',
    ['io.github.ledgerline/sql', 'com.example/weather'],
    { protocols: ['mcp'] },
  ],
  ['mcp-tools.json', 'mcp-tools', ['translate_text', 'web_search'], { protocols: ['mcp'] }],
  ['openapi.yaml', 'openapi', ['Parcel tracking'], { protocols: ['rest'] }],
  [
    'google-merchant.tsv',
    'google-merchant',
    ['G-1', 'G-2'],
    { role: 'product', brand: 'Fernhill', price: 114.3 },
  ],
  ['google-merchant.xml', 'google-merchant', ['G-3'], { role: 'product', brand: 'Lumo', price: 38.5 }],
  [
    'shopify.csv',
    'shopify',
    ['crew-tee', 'mug', 'the product is not for sale (Status)'],
    { role: 'product', price: 25 },
  ],
])('%s is recognised as %s', async (file, form, ids, fields) => {
  const found = await recognised(file);
  expect(found.form).toBe(form);
  expect(found.rows.map(idOf)).toEqual(ids);
  expect(fieldsOf(found.rows[0]!)).toEqual(fields);
  expect(found.sentence).toMatch(/^.+, \d+ records? → [a-z-]+ [a-z]+; \d+ columns read, \d+ left out/);
});

test('every form has a file here', async () => {
  const seen = await Promise.all(readdirSync(folder).map(async (name) => (await recognised(name)).form));
  expect(new Set(seen)).toEqual(new Set(shippedForms().map(({ form }) => form.form)));
});

test('what is read and what is left out is said before anything is stored', async () => {
  const { sentence } = await recognised('google-merchant.tsv');
  expect(sentence).toBe(
    'Google Merchant feed, 2 records → product-recommendation products; 11 columns read, 2 left out: link, image_link.',
  );
});

test('the text has no address, and what a field was given is not in it twice', async () => {
  const [resume] = (await recognised('json-resume.json')).rows;
  expect(JSON.stringify(textOf(resume!))).not.toMatch(/nadia|Mill Lane|7946/);
  const [product] = (await recognised('product.html')).rows;
  expect(textOf(product!).offers).toEqual({
    '@type': 'Offer',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
  });
});

test('records of other classes in a page are counted, and those in comments are none', async () => {
  expect((await recognised('job-posting.html')).others).toBe(3);
});

test('variants of a product are one record, with the names of options in each', async () => {
  const [tee] = (await recognised('shopify.csv')).rows;
  expect(
    textOf(tee!).variants.map((each: Record<string, string>) => [
      each['Option1 Name'],
      each['Option1 Value'],
    ]),
  ).toEqual([
    ['Size', 'S'],
    ['Size', 'M'],
  ]);
});

test('a form that does not exist is named with those that do', () => {
  expect(() => formNamed('resume')).toThrow(/There is no form resume.*json-resume/);
});
