// Completes package-lock.json for every platform. npm leaves the binaries of other platforms out of the lock
// where its registry does not carry them, and `npm ci` then refuses the whole lock. Added entries have the
// version that the depending package requires and the platform in the package's name, as npm would write
// them.
//
//   node scripts/complete-lock.mjs            completes the lock (after every npm install)
//   node scripts/complete-lock.mjs --check    fails when something is missing
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json');
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
];

/** Platform of `@swc/core-linux-arm64-musl` and its like; null where the name does not tell. */
function platformOf(name) {
  const words = name.replace(/^@[^/]+\//, '').split('-');
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined) return null;
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { os: [os], cpu: [cpu], ...(libc && os === 'linux' ? { libc: [libc] } : {}) };
}

/** Entries that the lock should have and has not. */
function missingEntries(packages) {
  const missing = {};
  for (const entry of Object.values(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      const platform = platformOf(name);
      if (packages[path] !== undefined || platform === null || !/^\d/.test(version)) continue;
      const { os, cpu, libc } = platform;
      missing[path] = {
        version,
        cpu,
        ...(entry.dev ? { dev: true } : {}),
        ...(libc ? { libc } : {}),
        optional: true,
        os,
      };
    }
  }
  return missing;
}

const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = missingEntries(lock.packages);
const names = Object.keys(missing);
if (process.argv.includes('--check')) {
  if (names.length > 0) {
    console.error(
      `package-lock.json lacks ${names.length} packages of other platforms; run: node scripts/complete-lock.mjs`,
    );
    process.exitCode = 1;
  }
} else if (names.length > 0) {
  const sorted = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`added ${names.length} packages of other platforms`);
}
