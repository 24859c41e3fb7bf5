/**
 * `counterpart types` makes fields, filters and rows of uploads typed, for every shipped domain. A right value of
 * each field compiles, while a wrong value and a wrong name do not.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FieldDefinition, isGeo } from '../../../src/domains/field.ts';
import { shippedDomain, shippedDomainNames } from '../../../src/domains/shipped-domains.ts';
import { domainTypes } from '../../../src/outside/cli/domain-types.ts';
import { temporaryFolder } from '../../../test/running-service.ts';

const root = join(import.meta.dirname, '../../..');
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Numbers of the lines that the compiler refuses, from 1, by file. */
function refusedLines(files: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<number>> {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: { 'counterpart-client': [join(root, 'sdk/typescript/src/index.ts')] },
  };
  const project = {
    ...files,
    'package.json': '{"type": "module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  };
  for (const [name, content] of Object.entries(project)) writeFileSync(join(folder.path, name), content);
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder.path, '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, tsc, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const errors = [...stdout.matchAll(/^(.*)\((\d+),\d+\): error TS/gm)].map((match) => ({
    file: basename(match[1]!),
    line: Number(match[2]),
  }));
  return new Map(
    [...Map.groupBy(errors, ({ file }) => file)].map(([file, all]) => [
      file,
      new Set(all.map(({ line }) => line)),
    ]),
  );
}

const rightValue = ({ type, values, multiple }: FieldDefinition): string => {
  const value = { integer: '3', number: '0.5', boolean: 'true', string: "'some'" };
  const scalar = type === 'enum' ? JSON.stringify(values![0]) : value[type];
  return multiple ? `[${scalar}]` : scalar;
};

const wrongValues = (field: FieldDefinition): readonly string[] => {
  const { type } = field;
  const wrong = {
    integer: "'three'",
    number: "'half'",
    boolean: "'yes'",
    string: isGeo(field) ? '{ lat: 1 }' : '5',
    enum: "'no such value'",
  };
  return [wrong[type], '{}', 'null', ...(field.multiple ? [rightValue({ ...field, multiple: false })] : [])];
};

/** Lines of calls of one domain; each is compiled by itself. */
function calls(domain: string, fields: readonly FieldDefinition[]) {
  const right: string[] = [];
  const wrong: string[] = [];
  const rowsOf = (object: string) => `{ user_id: 'a', domain: '${domain}', fields: ${object} }`;
  const uploads = (object: string) => [
    `client.users.upsert(${rowsOf(object)});`,
    `client.users.upsertMany([${rowsOf('{}')}, ${rowsOf(object)}]);`,
    `client.users.upsertMany((async function* (): AsyncGenerator<Row> { yield ${rowsOf(object)}; })());`,
  ];
  const asking = (key: 'match.run' | 'users.upsert', object: string) =>
    `client.${key}({ user_id: 'a', domain: '${domain}', ${key === 'match.run' ? 'filters' : 'preferences'}: ${object} });`;
  for (const field of fields) {
    const { name, kind } = field;
    const first = rightValue({ ...field, multiple: false });
    right.push(...uploads(`{ ${name}: ${rightValue(field)} }`));
    for (const value of wrongValues(field)) wrong.push(...uploads(`{ ${name}: ${value} }`));
    wrong.push(...uploads(`{ ${name}: ${rightValue(field)}, ${name}_: ${rightValue(field)} }`));
    for (const key of ['match.run', 'users.upsert'] as const) {
      if (kind !== 'hard') {
        wrong.push(asking(key, `{ ${name}: ${first} }`));
        continue;
      }
      for (const filter of [first, `[${first}]`, `{ in: [${first}], exists: true }`])
        right.push(asking(key, `{ ${name}: ${filter} }`));
      for (const value of wrongValues({ ...field, multiple: false }).filter((each) => each !== '{}'))
        wrong.push(asking(key, `{ ${name}: ${value} }`), asking(key, `{ ${name}: { ne: ${value} } }`));
      wrong.push(asking(key, `{ ${name}_: ${first} }`), asking(key, `{ ${name}: { equals: ${first} } }`));
    }
  }
  wrong.push(...uploads('{}').map((line) => line.replaceAll(`domain: '${domain}'`, "domain: 'gardens'")));
  return { right, wrong };
}

const domains = shippedDomainNames().map((name) => {
  const definition = shippedDomain(name)!;
  const type = /export interface (\w+)/.exec(domainTypes([definition]))![1];
  const head = [
    `import { Counterpart, type UpsertUser } from 'counterpart-client';`,
    `import type { ${type} as Domain } from './domain.d.ts';`,
    `type Row = UpsertUser<Domain>;`,
    `declare const client: Counterpart<Domain>;`,
  ];
  return { name, definition, head, ...calls(name, definition.fields) };
});
let refused: ReadonlyMap<string, ReadonlySet<number>>;

beforeAll(() => {
  const files = domains.map(({ name, head, right, wrong }): [string, string] => [
    `${name}.ts`,
    [...head, ...right, ...wrong].join('\n'),
  ]);
  const declarations = domainTypes(domains.map(({ definition }) => definition));
  refused = refusedLines({ ...Object.fromEntries(files), 'domain.d.ts': declarations });
}, 120_000);

test('no file but the calls has an error', () => {
  expect([...refused.keys()].sort()).toEqual(domains.map(({ name }) => `${name}.ts`).sort());
});

test.each(domains)('$name', ({ name, head, right, wrong }) => {
  expect(Math.min(right.length, wrong.length)).toBeGreaterThan(20);
  const lines = refused.get(`${name}.ts`)!;
  expect(right.filter((_, n) => lines.has(head.length + n + 1))).toEqual([]);
  expect(wrong.filter((_, n) => !lines.has(head.length + right.length + n + 1))).toEqual([]);
});
