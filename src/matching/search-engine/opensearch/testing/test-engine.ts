/** The nodes that `npm run test:opensearch` started, for tests. */
import { randomBytes } from 'node:crypto';
import type { IndexOf, Point } from '../../candidate-search.ts';
import {
  type OpenSearch,
  type OpenSearchSettings,
  openOpenSearch,
  openSearchDefaults,
} from '../open-opensearch.ts';

export function engineUrls(): readonly string[] {
  const urls = process.env.COUNTERPART_TEST_OPENSEARCH;
  if (urls === undefined) throw new Error('npm run test:opensearch starts the nodes of this test');
  return urls.split(',');
}

/** Indexes have a prefix of their own, and are dropped at the end. */
export function openTestEngine(settings: Partial<OpenSearchSettings> = {}): OpenSearch {
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  const engine = openOpenSearch({
    ...openSearchDefaults,
    urls: engineUrls(),
    prefix,
    replicas: 0,
    ...settings,
  });
  return {
    ...engine,
    async close() {
      for (const { name } of await engine.indexes.list()) await engine.indexes.drop(name);
      await engine.close();
    },
  };
}

/** A new index with the people of these places spread over its shards; returns its name. */
export async function newIndex(
  { indexes }: Pick<OpenSearch, 'indexes'>,
  of: IndexOf,
  places: readonly Point[] = [],
): Promise<string> {
  const name = indexes.newName(of);
  await indexes.create(of, { name, owner: 'test', places });
  return name;
}

/** A document of another maker, with nothing that ours have but the user id. */
export async function putBareDocument(index: string, userId: string): Promise<void> {
  const answer = await fetch(`${engineUrls()[0]}/${index}/_doc/${userId}?refresh=true`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ u: userId }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Takes the self-description of newer indexes out of the mapping of one. */
export async function withoutMeta(index: string, names: readonly string[]): Promise<void> {
  const url = `${engineUrls()[0]}/${index}/_mapping`;
  const read = (await (await fetch(url)).json()) as Record<
    string,
    { mappings: { _meta: { counterpart: Record<string, unknown> } } }
  >;
  const { counterpart } = read[index]!.mappings._meta;
  const kept = Object.entries(counterpart).filter(([name]) => !names.includes(name));
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ _meta: { counterpart: Object.fromEntries(kept) } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Stops or starts node 1 or 2. */
export async function tellNode(command: 'stop' | 'start', node: 1 | 2): Promise<void> {
  const control = process.env.COUNTERPART_TEST_OPENSEARCH_CONTROL;
  const answer = await fetch(`${control}/${command}/${node}`, { method: 'POST' });
  if (!answer.ok) throw new Error(await answer.text());
}
