/**
 * `npm run licences`: the licences of all packages in the lock files, checked against those that may be used.
 * Writes docs/reference/licences.md, the list of what an installed service runs; with `--check` it compares,
 * and fails where the page differs. Both fail for a package with another licence, or with none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowed } from './licences/allowed-licences.ts';
import { type LockedPackage, lockedPackages } from './licences/locked-packages.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs', 'reference', 'licences.md');
const locks = ['package-lock.json', 'console/package-lock.json', 'sdk/typescript/generate/package-lock.json'];

const read = locks.map((lock) => lockedPackages(readFileSync(join(root, lock), 'utf8')));
const refused = read.flatMap((packages, number) =>
  packages
    .filter(({ licence }) => licence === null || !isAllowed(licence))
    .map(({ name, licence }) => `${locks[number]}: ${name} has ${licence ?? 'no licence'}`),
);
for (const line of refused) console.error(line);
if (refused.length > 0) {
  console.error('Use another package, or argue for the licence in scripts/licences/allowed-licences.ts.');
  process.exitCode = 1;
}

const page = licencesPage(read[0]!.filter(({ isShipped }) => isShipped));
if (!process.argv.includes('--check')) {
  writeFileSync(file, page);
  console.log(`${read.flat().length} packages; docs/reference/licences.md is written`);
} else if (readFileSync(file, 'utf8') !== page) {
  console.error(
    'docs/reference/licences.md is not what the lock says; run «npm run licences» and commit it.',
  );
  process.exitCode = 1;
} else {
  console.log(`${read.flat().length} packages have a licence that may be used`);
}

/** Without versions, which change more often than licences. */
function licencesPage(packages: readonly LockedPackage[]): string {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence ?? 'none');
  const rows = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, having]) => {
      const names = [...new Set(having.map(({ name }) => name))].sort();
      return `| ${licence} | ${names.map((name) => `\`${name}\``).join(', ')} |`;
    });
  return `# Licences of the dependencies

Generated from \`package-lock.json\` by \`npm run licences\`; do not edit by hand.

These packages are installed with the service. What ships inside it is in [the notices](../../THIRD-PARTY-NOTICES.md).

| licence | packages |
|---|---|
${rows.join('\n')}
`;
}
