// Fails where the JavaScript that the first view loads is larger than its limit: the entry and what it
// imports statically. Routes that are loaded later are listed and not counted.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 250;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const kilobytes = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1000;

const initial = new Set();
function add(key) {
  if (initial.has(key)) return;
  initial.add(key);
  for (const imported of manifest[key].imports ?? []) add(imported);
}
add('index.html');

const chunks = Object.entries(manifest).filter(([, { file }]) => file.endsWith('.js'));
let total = 0;
for (const [key, { file }] of chunks) {
  const size = kilobytes(file);
  if (initial.has(key)) total += size;
  console.log(`${initial.has(key) ? 'initial' : 'later  '} ${size.toFixed(1).padStart(7)} kB  ${file}`);
}
console.log(`Initial JavaScript: ${total.toFixed(1)} kB gzipped; the limit is ${LIMIT_KB} kB.`);
if (total > LIMIT_KB) process.exit(1);
