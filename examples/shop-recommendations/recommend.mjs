// From a file of items and purchases to a model, and from a history to what a customer may want next.
// Usage: recommend.mjs FILE.jsonl ITEM [ITEM …]     the items that the customer has, oldest first
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { call, finished } from './counterpart.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string', default: 'shop' }, settings: { type: 'string', default: '{}' } },
});
const [file, ...history] = positionals;
if (file === undefined || history.length === 0) {
  console.error('usage: recommend.mjs FILE.jsonl ITEM [ITEM …] [--name NAME] [--settings JSON]');
  process.exit(2);
}

const text = readFileSync(file, 'utf8');
const rows = text
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
const ofType = (wanted) => rows.filter(({ type }) => type === wanted).map(({ type: _, ...row }) => row);
const settings = JSON.parse(values.settings);

// The same content has the same key. So a second run within a day makes neither a dataset nor a model anew.
const keyOf = (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const { dataset } = await finished(
  await call(
    'POST',
    '/datasets',
    { name: values.name, items: ofType('item'), events: ofType('event') },
    keyOf('dataset', values.name, text),
  ),
);
console.log(`dataset ${dataset.id}: ${dataset.item_count} items, ${dataset.event_count} events`);

const adaptation = { dataset_id: dataset.id, name: values.name, settings };
const { model } = await finished(
  await call('POST', '/adaptations', adaptation, keyOf('model', adaptation)),
  ({ status, progress }) => process.stderr.write(`training: ${status}, ${Math.round(100 * progress)} %\r`),
);
process.stderr.write('\n');
console.log(`model ${model.id}: ${model.evaluation}`);

// The model ranks what the customer has like all else, so it is left out here.
const { items } = await call('POST', `/models/${model.id}/predict`, { history, limit: 5 + history.length });
const fresh = items.filter(({ item_id }) => !history.includes(item_id)).slice(0, 5);
console.log(`after ${history.join(', ')}:`);
for (const { item_id, score } of fresh) console.log(`  ${item_id}  ${score.toFixed(3)}`);
