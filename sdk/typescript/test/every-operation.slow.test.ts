/** Each operation of the OpenAPI document is called once through its method, against a real service. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextExample } from '../../../src/outside/http/endpoints/post-context.ts';
import { appendEventsExample } from '../../../src/outside/http/endpoints/post-dataset-events.ts';
import { appendItemsExample } from '../../../src/outside/http/endpoints/post-dataset-items.ts';
import { mergeSessionsExample } from '../../../src/outside/http/endpoints/post-dataset-session-merges.ts';
import { importExample } from '../../../src/outside/http/endpoints/post-datasets.ts';
import { feedbackExample } from '../../../src/outside/http/endpoints/post-feedback.ts';
import { feedbackBatchExample } from '../../../src/outside/http/endpoints/post-feedback-batch.ts';
import { ingestExample } from '../../../src/outside/http/endpoints/post-ingest.ts';
import { matchExample, rankGivenExample } from '../../../src/outside/http/endpoints/post-match.ts';
import { withdrawExample } from '../../../src/outside/http/endpoints/post-outcomes-withdraw.ts';
import { semanticIdsExample } from '../../../src/outside/http/endpoints/post-semantic-ids.ts';
import { streamExample } from '../../../src/outside/http/endpoints/post-stream.ts';
import { upsertExample } from '../../../src/outside/http/endpoints/post-users.ts';
import { batchExample } from '../../../src/outside/http/endpoints/post-users-batch.ts';
import { neighbours } from '../../../test/support/neighbours.ts';
import { shop, shopLater } from '../../../test/support/shop.ts';
import { ApiError, type Counterpart, type LogEvent, type UpsertUser } from '../src/index.ts';
import type { AppendEventsRequest } from '../src/types.generated.ts';
import { startWorld, type World } from './support/world.ts';

const { paths } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, { readonly operationId: string }>> };
const documented = Object.values(paths)
  .flatMap(Object.values)
  .map(({ operationId }) => operationId);

/** The examples of the document have the types of the schemas that validate. */
const given = <T>(example: unknown): T => example as T;

let world: World;
let client: Counterpart;
const events: LogEvent[] = [];

beforeAll(async () => {
  world = await startWorld();
  client = world.client({ logger: (event) => events.push(event) });
}, 60_000);
afterAll(() => world?.stop());

test('people, matches, outcomes', async () => {
  for (const neighbour of neighbours) await client.users.upsert(given(neighbour));
  const ana = await client.users.upsert(given(upsertExample));
  expect(ana).toMatchObject({ user_id: 'ana', domain: 'dating', fields: { age: 31, gender: 'woman' } });
  const rows: unknown[] = [];
  await client.users.upsertMany(given<UpsertUser[]>(batchExample), {
    records: true,
    reading: 'full',
    onStored: ({ index, record }) => rows.push([index, record?.user_id]),
    onRefused: ({ index, code, details }) => rows.push([index, code, details.field]),
  });
  expect(rows).toEqual([
    [0, 'carla'],
    [1, 'davi'],
    [2, 'invalid_field_value', 'age'],
  ]);
  const appended = await client.context.append(contextExample);
  expect(appended.fields_updated).toContain('relationship_goal');
  const file = new File(['# A woman of 31'], 'ana.md');
  const document = await client.documents.append({ user_id: 'ana', domain: 'dating', source: 'cv', file });
  expect(document).toMatchObject({ user_id: 'ana', document: { format: 'markdown', kept: false } });
  expect((await client.documents.read({ domain: 'dating', file })).profile.fields).toMatchObject({ age: 31 });
  expect((await client.users.get('ana', { domain: 'dating' })).fields).toMatchObject({ age: 31 });
  const patched = await client.users.patch(
    'ana',
    { domain: 'dating' },
    { fields: { age: 33, nickname: 'A' } },
  );
  expect(patched).toMatchObject({ fields: { age: 33 }, extras: { nickname: 'A' } });
  const back = await client.users.patch(
    'ana',
    { domain: 'dating' },
    { fields: { age: null, nickname: null } },
  );
  expect(back).toMatchObject({ fields: { age: 31 } });
  expect(Object.keys((await client.users.get('ana')).domains)).toEqual(['dating']);
  const listed = await client.users.list({ domain: 'dating', user_ids: ['davi', 'ana', 'nobody'] });
  expect(listed.data.map(({ user_id }) => user_id)).toEqual(['ana', 'davi']);
  const walked: string[] = [];
  for await (const { user_id } of client.users.list({ domain: 'dating', limit: 1 })) walked.push(user_id);
  expect(walked).toHaveLength(listed.people);
  const found = await client.users.search({ domain: 'dating', q: 'AN', filters: { gender: 'woman' } });
  expect(found.data).toMatchObject([{ user_id: 'ana', title: 'ana', matched: { field: 'user_id' } }]);
  expect(found).toMatchObject({ complete: true, next_cursor: null });
  expect((await client.users.samples('dating')).data[0]).toMatchObject({ domain: 'dating' });
  expect((await client.schema.get({ domain: 'dating' })).version).toBe('dating.v1');
  expect((await client.schema.get()).data).toHaveLength(1);
  const { matches, match_id } = await client.match.run(given(matchExample));
  expect(matches[0]).toMatchObject({ user_id: 'bruno', reasons: expect.any(Array) });
  expect(match_id).toMatch(/^match_/);
  const unstored = await client.match.run({ domain: 'dating', profile: { context: 'A woman of 31.' } });
  expect(unstored.profile?.fields).toMatchObject({ age: 31, gender: 'woman' });
  const batch = await client.match.batch({ domain: 'dating', user_ids: ['ana', 'no-such'], limit: 2 });
  expect((await client.jobs.wait(batch.id)).result).toMatchObject({ people: 2, failed: 1 });
  const shown = await client.match.get(match_id);
  expect(shown).toMatchObject({ match_id, user_id: 'ana', request: { limit: 5 } });
  expect(shown.matches.map(({ user_id }) => user_id)).toEqual(matches.map(({ user_id }) => user_id));
  const logged = await client.match.list({ user_id: 'ana', limit: 2 });
  expect(logged.data.map((entry) => entry.match_id)).toContain(match_id);
  const lately = { types: ['match.made'] as const, user_id: 'ana', after: String(Date.now() - 60_000) };
  for await (const { type, data } of client.events.stream(lately)) {
    expect([type, data.user_id]).toEqual(['match.made', 'ana']);
    break;
  }
  const { terms } = await client.schema.get({ domain: 'dating' });
  const weights = Object.fromEntries(terms.map(({ name }) => [name, 0]));
  const weighted = await client.match.run({ ...given(matchExample), weights, record: false });
  expect(
    weighted.matches.flatMap((match) => match.terms ?? []).filter(({ name }) => name in weights),
  ).toEqual([]);
  const ranked = await client.match.run(given(rankGivenExample));
  expect(ranked.not_candidates).toContainEqual({ user_id: 'bruno', reason: expect.any(String) });
  const known = await client.users.export('ana');
  expect(known).toMatchObject({ user_id: 'ana', records: { dating: { fields: { age: 31 } } } });
  expect(known.matches_shown_to.map((each) => each.match_id)).toContain(match_id);
  expect(await client.feedback.send(given(feedbackExample))).toMatchObject({ accepted: 2 });
  const seen = [{ match_id, user_ids: ['bruno'] }, { match_id: 'match_none' }];
  expect(await client.feedback.send({ domain: 'dating', shown: seen })).toMatchObject({
    shown_confirmed: 1,
    errors: [{ index: 1, field: 'shown', code: 'unknown_match' }],
  });
  expect(await client.earlier.ingest(given(ingestExample))).toMatchObject({ user_id: 'gil' });
  expect(await client.earlier.stream(given(streamExample))).toMatchObject({ user_id: 'gil' });
  expect(await client.earlier.feedbackBatch(given(feedbackBatchExample))).toMatchObject({ accepted: 2 });
  expect(await client.outcomes.withdraw(given(withdrawExample))).toMatchObject({
    remaining: 0,
    run_id: null,
  });
});

test('training runs', { timeout: 60_000 }, async () => {
  const { run_id } = await client.training.start({ domain: 'dating', force: true });
  const seen: number[] = [];
  const run = await client.training.wait(run_id, { onProgress: ({ progress }) => seen.push(progress) });
  expect(seen.length).toBeGreaterThan(0);
  expect((await client.training.list({ domain: 'dating' })).data).toEqual([run]);
  expect(['rejected', 'deployed', 'failed']).toContain(run.status);
  const deployed = await client.training.deploy(run_id).catch((error: unknown) => error);
  const none = await client.training.deployModel({ domain: 'dating', run_id: null });
  expect(none).toMatchObject({ run_id: null, version: null, serving: { tier: 'domain' } });
  if (run.status === 'deployed') expect(deployed).toMatchObject({ run_id });
  else expect(deployed).toMatchObject({ status: 409, code: 'conflict' });
  const cancelled = await client.training.cancel(run_id).catch((error: unknown) => error);
  expect(cancelled).toMatchObject({ status: 409, code: 'conflict' });
});

test('statistics', async () => {
  const { data, funnel } = await client.statistics.outcomes({ domain: 'dating', days: 7 });
  expect(data).toHaveLength(7);
  expect(funnel.decided).toBeGreaterThan(0);
  expect((await client.statistics.matches({ domain: 'dating' })).data).toHaveLength(28);
  const { people } = await client.statistics.exposure({ domain: 'dating', days: 1 });
  expect(people).toBeGreaterThan(0);
  expect(await client.statistics.fields({ domain: 'dating' })).toMatchObject({ people, sampled: people });
});

test('datasets, jobs, downloads', { timeout: 60_000 }, async () => {
  const progress: number[] = [];
  const first = await client.datasets.create(given(importExample));
  const imported = await client.jobs.wait(first.id, { onProgress: (job) => progress.push(job.progress) });
  expect(progress.at(-1)).toBe(1);
  const { id } = imported.resource;
  expect(await client.datasets.get(id)).toMatchObject({ id, name: 'spring-shop' });
  expect(await client.datasets.statistics(id)).toMatchObject({ dataset_id: id });
  expect((await client.datasets.list()).data.map((dataset) => dataset.id)).toEqual([id]);
  expect(await client.datasets.appendItems(id, given(appendItemsExample))).toMatchObject({
    pending_items: 1,
  });
  const appended = { appended: 2, duplicates: 0, pending_items: 1, pending_events: 2 };
  expect(await client.datasets.appendEvents(id, given(appendEventsExample))).toMatchObject(appended);
  expect(await client.datasets.mergeSessions(id, given(mergeSessionsExample))).toMatchObject({ merged: 1 });
  expect(await client.datasets.eraseSession('s-81')).toMatchObject({ session_id: 's-81' });
  const many = Array.from({ length: 6000 }, (_, n) => {
    return { ...given<AppendEventsRequest>(appendEventsExample).events[0]!, event_id: `many-${n}` };
  });
  const refused: number[] = [];
  const onRefused = ({ index }: { readonly index: number }) => refused.push(index);
  const strange = { ...many[0]!, event_id: 'strange', item_id: 'nowhere' };
  expect(
    await client.datasets.uploadEvents(id, [...many.slice(0, 3), strange, ...many], { onRefused }),
  ).toEqual({ position: 6004, stored: 6003, refused: 1 });
  expect(refused).toEqual([3]);
  const extra = [{ item_id: 'extra', text: '' }];
  expect(await client.datasets.uploadItems(id, extra)).toMatchObject({ stored: 1 });
  const cut = await client.datasets.snapshot(id);
  const next = (await client.jobs.wait(cut.id)).resource.id;
  expect(await client.datasets.get(next)).toMatchObject({ version: 'v2', item_count: 4, event_count: 6004 });
  const deleted = { id: next, erased: { items: 4, events: 6004, pending_events: 0, files: 3 } };
  expect(await client.datasets.delete(next)).toMatchObject(deleted);
  const exported = await client.datasets.export(id, { format: 'jsonl' });
  const { result } = await client.jobs.wait(exported.id);
  const file = await client.downloads.get((result as { download_url: string }).download_url);
  const lines = (await file.text()).split('\n').filter(Boolean);
  expect(lines[0]).toMatch(/^\{"type":"features",/);
  expect(lines).toHaveLength(6);
  const cancelled = await client.jobs.cancel(exported.id).catch((error: unknown) => error);
  expect(cancelled).toBeInstanceOf(ApiError);
  expect(cancelled).toMatchObject({ status: 409, code: 'conflict' });
  const kinds: string[] = [];
  for await (const job of client.jobs.list({ limit: 1 })) kinds.push(job.kind);
  expect(kinds).toEqual(['dataset_export', 'dataset_snapshot', 'dataset_import', 'match_batch']);
});

const settings = { width: 16, heads: 2, blocks: 1, epochs: 3, evaluation: 'brief' } as const;
const made = async (job: PromiseLike<{ readonly id: string }>): Promise<string> =>
  (await client.jobs.wait((await job).id)).resource.id;

test('models of behaviour', { timeout: 120_000 }, async () => {
  const dataset_id = await made(client.datasets.create(given(shop)));
  const later = await made(client.datasets.create(given(shopLater)));
  const model_id = await made(client.adaptations.create({ dataset_id, name: 'next', settings }));
  expect(await client.models.get(model_id)).toMatchObject({ id: model_id, status: 'ready' });
  expect((await client.models.list()).data).toHaveLength(1);
  expect((await client.models.list({ status: 'failed' })).data).toEqual([]);
  const history = ['cup-07', 'tea-01'];
  const asked = await client.models.items(model_id, { item_ids: ['tea-01', 'none', 'cup-07'] });
  expect(asked.data.map(({ item_id }) => item_id)).toEqual(history);
  for await (const { item_id } of client.models.items(model_id, { prefix: 'tea-', limit: 1 }))
    expect(item_id).toMatch(/^tea-/);
  expect(await client.modelAliases.move('live', { model_id })).toMatchObject({ id: 'alias:live', model_id });
  expect(await client.modelAliases.get('live')).toMatchObject({ model_id });
  expect((await client.models.predict('alias:live', { history })).model_id).toBe(model_id);
  expect((await client.modelAliases.list()).data).toMatchObject([{ name: 'live' }]);
  const arms = ['now', 'same'].map((name) => ({ name, model_id }));
  const { modelExperiments } = client;
  const comparison = { alias: 'live', name: 'same', design: 'split' as const, arms, success_kinds: ['buy'] };
  const begun = await modelExperiments.create({ ...comparison, stop: { smallest_effect: 0.1 } });
  expect((await modelExperiments.list({ alias: 'live' })).data).toMatchObject([{ id: begun.id }]);
  expect((await modelExperiments.pause(begun.id)).state).toBe('paused');
  expect((await modelExperiments.resume(begun.id)).state).toBe('running');
  expect((await modelExperiments.promote(begun.id, { arm: 'same' })).promoted_arm).toBe('same');
  await expect(modelExperiments.stop(begun.id)).rejects.toThrow(/cannot be stopped again/);
  expect(await modelExperiments.get(begun.id)).toMatchObject({ state: 'ended', ended_by: 'promotion' });
  const refitting = await client.modelAliases.refit('live', { dataset_id: later, settings: { epochs: 1 } });
  // Too few people to judge by: the model is made, and the alias stays.
  const judged = (await client.jobs.wait(refitting.id)).result;
  expect(judged).toMatchObject({ deployed: false, code: 'nothing_to_judge' });
  expect((await client.modelAliases.get('live')).model_id).toBe(model_id);
  expect(await client.models.get(refitting.resource.id)).toMatchObject({ base_model_id: model_id });
  expect(await client.modelAliases.scheduleRefits('live', { every_hours: 24 })).toMatchObject({
    name: 'live',
  });
  expect((await client.modelAliases.refitSchedule('live')).every_events).toBeNull();
  expect(await client.modelAliases.removeRefitSchedule('live')).toMatchObject({ removed: true });
  expect(await client.modelAliases.remove('live')).toMatchObject({ removed: true });
  const { items } = await client.models.predict(model_id, { history, context: { hour: 9 }, limit: 2 });
  expect(items).toHaveLength(2);
  expect(await client.models.embed(model_id, { history })).toMatchObject({ model_id });
  const similar = await client.models.similarItems(model_id, { item_id: 'tea-01', limit: 2 });
  expect(similar.items).toHaveLength(2);
  const others = await client.models.findSimilarItems(model_id, {
    item_id: 'tea-01',
    filters: { kind: 'pot' },
  });
  expect(others.items.map(({ item_id }) => item_id)).toEqual(['pot-03']);
  expect(await client.datasets.trending(dataset_id, { limit: 2 })).toMatchObject({ dataset_id });
  const vectors = await client.models.itemVectors(model_id, { item_ids: ['tea-01'] });
  expect(vectors.items[0]?.vector).toHaveLength(vectors.dimensions);
  const segmenting = await client.models.segments(model_id, { k: 2, min_events: 1 });
  expect((await client.jobs.wait(segmenting.id)).result).toMatchObject({ k: 2 });
  await made(client.models.export(model_id));
  const batch = await client.models.predictBatch(model_id, { limit: 2 });
  expect((await client.jobs.wait(batch.id)).result).toMatchObject({ failed: 0 });
  const simulating = client.simulations.create({ model_id, dataset_id: later, steps: 2, policy: 'popular' });
  expect(await client.simulations.get(await made(simulating))).toMatchObject({ model_id });
  expect((await client.simulations.list()).data).toMatchObject([{ model_id }]);

  const fitting = await client.tokenizers.create({ dataset_id, name: 'shop' });
  const tokenizer_id = fitting.resource.id;
  await client.jobs.wait(fitting.id);
  expect(await client.tokenizers.get(tokenizer_id)).toMatchObject({ id: tokenizer_id, status: 'ready' });
  expect((await client.tokenizers.list()).data).toHaveLength(1);
  expect((await client.jobs.log(fitting.id)).data.at(0)?.attempt).toBe(1);
  const top = await client.tokenizers.codes(tokenizer_id);
  const [largest] = top.children;
  const below = await client.tokenizers.codes(tokenizer_id, { prefix: String(largest?.code) });
  expect(below.items).toBe(largest?.items);
  await made(client.tokenizers.export(tokenizer_id));
  const ids = await client.semanticIds.assign(given({ ...semanticIdsExample, tokenizer_id }));
  expect(ids.semantic_ids).toHaveLength(1);
  const retriever = await made(
    client.adaptations.create({
      dataset_id,
      name: 'say',
      architecture: 'generative-retriever',
      tokenizer_id,
      settings: { ...settings, evaluation: 'none' },
    }),
  );
  expect((await client.generate.run({ model_id: retriever, history, limit: 3 })).items).toHaveLength(3);
  expect(await client.tokenizers.delete(tokenizer_id).catch((error: unknown) => error)).toMatchObject({
    code: 'conflict',
  });
  expect(await client.models.delete(retriever)).toMatchObject({ id: retriever });
  expect(await client.tokenizers.delete(tokenizer_id)).toMatchObject({ erased: { files: 1 } });
});

/** The headers that a browser adds to a request of the console. */
const fromThePage = { 'x-counterpart-console': '1', 'sec-fetch-site': 'same-origin' };

test('administration', async () => {
  const apiKey = await world.newOperatorKey();
  const { admin } = world.client({ apiKey, logger: (event) => events.push(event) });
  const { id } = await admin.createTenant({
    name: 'globex',
    email: 'ops@globex.example',
    domains: ['dating'],
  });
  expect(await admin.changeTenant(id, { thresholds: { dating: 7 } })).toMatchObject({ id });
  expect((await admin.getTenant(id)).domains[0]).toMatchObject({ domain: 'dating', threshold: 7 });
  const names: string[] = [];
  for await (const { name } of admin.listTenants({ limit: 1 })) names.push(name);
  expect(names).toEqual(['globex', 'acme']);
  const created = await admin.createKey(id, { scopes: ['read'] });
  expect((await world.client({ apiKey: created.key }).jobs.list()).data).toEqual([]);
  expect((await admin.listKeys({ tenant_id: id })).data).toMatchObject([
    { id: created.id, state: 'in_force' },
  ]);
  expect(await admin.changeKey(created.id, { name: 'the shop' })).toMatchObject({ name: 'the shop' });
  expect(await admin.revokeKey(created.id)).toMatchObject({ state: 'revoked' });
  const member = await admin.addMember(id, { email: 'Ana@globex.example', role: 'viewer' });
  expect((await admin.listMembers({ tenant_id: id })).data).toMatchObject([
    { id: member.id, email: 'ana@globex.example', scopes: ['read'] },
  ]);
  expect(await admin.changeMember(member.id, { scopes: ['match'] })).toMatchObject({ role: null });
  expect(await admin.removeMember(member.id)).toMatchObject({ id: member.id });
  const { key } = await admin.createKey(id);
  await fetch(`${world.service.url}/console/api/session`, {
    method: 'POST',
    headers: { ...fromThePage, 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: key }),
  });
  const [session] = (await admin.listSessions({ tenant_id: id })).data;
  expect(await admin.endSession(session!.id)).toMatchObject({ member_id: null, email: null });
  const [own] = (await admin.listKeys({ tenant_id: 'operator' })).data;
  await expect(admin.revokeKey(own!.id)).rejects.toMatchObject({ status: 409, code: 'conflict' });
  const log = await admin.listAuditEntries({ tenant_id: id, action: 'key.revoke' });
  expect(log.data).toMatchObject([{ target: { kind: 'key', id: created.id }, result: 'done' }]);
  const experiment = await admin.createExperiment({
    ...{ tenant_id: id, domain: 'dating', name: 'general beside domain', design: 'split' },
    arms: [{ name: 'domain' }, { name: 'general', tier: 'general' }],
    primary_metric: 'positive_rate',
    stop: { smallest_effect: 0.1 },
  });
  expect(await admin.getExperiment(experiment.id)).toMatchObject({ state: 'running', result: null });
  expect((await admin.listExperiments({ tenant_id: id })).data).toMatchObject([{ id: experiment.id }]);
  expect((await admin.pauseExperiment(experiment.id)).state).toBe('paused');
  expect((await admin.resumeExperiment(experiment.id)).state).toBe('running');
  expect(await admin.stopExperiment(experiment.id)).toMatchObject({ state: 'ended', ended_by: 'operator' });
  expect((await admin.settings()).data).toContainEqual(expect.objectContaining({ variable: 'PORT' }));
  expect((await admin.system()).requests.by_status).toContainEqual({
    status: 409,
    count: expect.any(Number),
  });
});

test('domains', { timeout: 60_000 }, async () => {
  const { data } = await client.domains.list();
  expect(data).toMatchObject([{ domain: 'dating', version: 1 }]);
  const { source, versions } = await client.domains.get('dating', { version: 1 });
  expect(versions).toHaveLength(1);
  const checked = await client.domains.check({ source, texts: ['I am 31 and live in Lisbon.'] });
  expect(checked.faults).toEqual([]);
  expect(checked.results[0]!.fields.map(({ field }) => field)).toContain('age');
  expect((await client.domains.check({ source: 'domain: x' })).faults[0]).toMatchObject({ line: 1 });
  const operator = world.client({
    apiKey: await world.newOperatorKey(),
    logger: (event) => events.push(event),
  });
  const tenants = (await operator.admin.listTenants()).data;
  const { id } = tenants.find(({ name }) => name === 'acme')!;
  const next = source.replace('version: 1', 'version: 2');
  expect(await operator.domains.publish(id, 'dating', { source: next, expected_version: 1 })).toMatchObject({
    version: 2,
  });
  const late = operator.domains.publish(id, 'dating', { source, expected_version: 1 });
  await expect(late).rejects.toMatchObject({ status: 409, code: 'conflict' });
  expect((await operator.domains.listOf(id)).data).toMatchObject([{ version: 2 }]);
  expect(await operator.domains.getOf(id, 'dating')).toMatchObject({ source: next, in_force: true });
});

test('webhooks', async () => {
  const { webhooks } = client;
  const { id, secret } = await webhooks.create({
    url: 'https://example.com/hook',
    events: ['dataset.version'],
  });
  expect(secret).toMatch(/^whsec_/);
  const tried = await webhooks.test(id);
  expect(tried).toMatchObject({ type: 'webhook.test', status: 'pending' });
  expect(await webhooks.change(id, { enabled: false })).toMatchObject({ enabled: false });
  expect(await webhooks.change(id, { enabled: true })).toMatchObject({ enabled: true });
  const { data } = await webhooks.deliveries(id, { status: 'failed' });
  expect(data.map((delivery) => delivery.id)).toEqual([tried.id]);
  expect(await webhooks.replay(id, tried.id)).toMatchObject({ status: 'pending' });
  expect((await webhooks.rotate(id)).secret).not.toBe(secret);
  expect((await webhooks.list()).data).toMatchObject([
    await webhooks.get(id).then((one) => ({ id: one.id })),
  ]);
  expect(await webhooks.remove(id)).toMatchObject({ removed: true });
});

test('messages of trackers', async () => {
  const { messages } = client;
  const mapping = {
    identify: { domain: 'dating', fields: { age: { column: 'traits.age', as: 'integer' } } },
  };
  expect(await messages.putMapping(mapping)).toMatchObject(mapping);
  expect(await messages.getMapping()).toMatchObject(mapping);
  const ida = { messageId: 'm1', userId: 'ida', traits: { age: 29 } };
  expect(await messages.identify(ida)).toMatchObject({ stored: 1 });
  const seen = { messageId: 'm2', userId: 'ida', event: 'Page Seen' };
  expect(await messages.track(seen)).toMatchObject({ ignored: 1 });
  expect(await messages.batch({ batch: [{ type: 'identify', ...ida }] })).toMatchObject({ repeated: 1 });
  const data = [{ e: 'se', eid: 'm3', uid: 'ida', dtm: '1714759331120', se_ca: 'a', se_ac: 'Page Seen' }];
  const schema = 'iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4';
  expect(await messages.snowplow({ schema, data })).toMatchObject({ ignored: 1 });
  expect((await messages.rejects()).data).toEqual([]);
  expect((await messages.connectors()).data).toEqual([]);
});

test('the service itself, and an erasure', async () => {
  expect(await client.service.health()).toBeTypeOf('object');
  expect(await client.service.readiness()).toBeTypeOf('object');
  expect(await client.service.metrics()).toContain('counterpart_http_requests_in_flight');
  expect(await client.service.interface()).toMatchObject({ openapi: expect.any(String) });
  expect(await client.users.delete('ana', { block: true })).toMatchObject({
    ...{ domains: ['dating'], erased: { records: 1 }, blocked: true },
  });
  expect(await client.users.unblock('ana')).toMatchObject({ user_id: 'ana', blocked: false });
});

test('every operation of the document was answered through a method', () => {
  const answered = new Set(events.filter(({ type }) => type === 'answer').map(({ operation }) => operation));
  const refused = events.filter(({ code }) => code === 'conflict').map(({ operation }) => operation);
  const missing = documented.filter((id) => !answered.has(id as never));
  // Whether there is a job to cancel or a run to deploy is up to the worker; what they were answered was
  // checked above.
  expect(missing.filter((id) => !(refused as string[]).includes(id))).toEqual([]);
});
