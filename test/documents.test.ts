/**
 * Pages name only what exists: every relative link, every path, and every file of the pages on architecture.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const skipped = /(^|\/)(node_modules|\.git)(\/|$)/;
const filesBelow = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => skipped.test(String(path)) });

const pages = filesBelow('**/*.md');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** The page without its code blocks, in which `](` and `#` mean something else. */
const prose = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string) =>
  [...prose(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!.trim()));

describe('relative links lead to what exists', () => {
  test.each(pages)('%s', (page) => {
    const broken = [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path, anchor] = link.split('#') as [string, string | undefined];
        const target = path === '' ? page : relative(root, join(root, dirname(page), path));
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      });
    expect(broken).toEqual([]);
  });
});

test('no page has the marks of an unresolved merge', () => {
  expect(pages.filter((page) => /^(<{7} .+|={7}|>{7} .+)$/m.test(read(page)))).toEqual([]);
});

test('every page of docs/ is reached from its index', () => {
  const reached = new Set<string>();
  const visit = (page: string) => {
    if (reached.has(page)) return;
    reached.add(page);
    for (const [, link] of prose(read(page)).matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g)) {
      if (!/^[a-z]+:/.test(link!)) visit(relative(root, join(root, dirname(page), link!)));
    }
  };
  visit('docs/README.md');
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

const architecture = pages.filter((page) => /^docs\/design\/(architecture\.md|doors\/)/.test(page));

test.each(architecture)('every file and folder that %s names exists', (page) => {
  const sources = filesBelow('{src,test,scripts,docs,models,bench,eval,console}/**/*');
  const names = new Set(sources.map((path) => basename(path)));
  const ends = (name: string) => sources.some((path) => path === name || path.endsWith(`/${name}`));
  const missing = [...prose(read(page)).matchAll(/`([\w.*/-]+(?:\.(?:ts|md|cjs|wasm|py)|\/))`/g)]
    .map(([, name]) => name!.replace(/\/$/, ''))
    .filter((name) => !/\*|^(\.|X-|src$|sdk$)/.test(name))
    .filter((name) => (name.includes('/') ? !ends(name) : !names.has(name)));
  expect(missing).toEqual([]);
});

test('every path from the root of the repository, or from the folder of the page, exists', () => {
  const missing = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...prose(read(page)).matchAll(/`((?:src|test|scripts|bench|eval|reliability|deploy)\/[\w./-]+)`/g)]
        .map(([, path]) => path!)
        .filter((path) => !/[A-Z]{4}/.test(path))
        .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(page), path)))
        .map((path) => `${page}: ${path}`),
    );
  expect(missing).toEqual([]);
});

/** As paths under `src/`, as the check of the layers has them. */
const { rooms } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  rooms: readonly string[];
};

test('the page of a door has a row for each of its rooms', () => {
  const missing = rooms.filter((path) => {
    const [door, room] = path.split('/') as [string, string | undefined];
    const page = read(`docs/design/doors/${door === 'processes' ? 'composition' : door}.md`);
    return room !== undefined && !page.includes(`\n| \`${room}/\` |`);
  });
  expect(missing).toEqual([]);
});

test('the list of rooms has every folder of every door', () => {
  const foldersOf = (folder: string) =>
    readdirSync(join(root, 'src', folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  const folders = foldersOf('').flatMap((door) => (rooms.includes(door) ? [door] : foldersOf(door)));
  expect(folders.filter((folder) => !folder.endsWith('/testing')).toSorted()).toEqual(rooms.toSorted());
});
