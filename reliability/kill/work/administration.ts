/** The operator's changes: keys, versions of a domain, thresholds, experiments, and aliases of models. */
import { checkDomainExample } from '../../../src/outside/http/endpoints/post-domain-check.ts';
import type { Client } from '../client.ts';
import { type Read, read } from '../ledger.ts';
import type { Made } from './jobs.ts';
import type { Work } from './work.ts';

const keys: Work = {
  name: 'keys',
  everyMs: 400,
  step: async (client, ledger, n) => {
    const { status, body } = await client.send('POST', `/admin/tenants/${client.tenant}/keys`, {
      rate: 1000,
    });
    if (status === 0) ledger.unanswered('keys');
    if (status >= 300 || status === 0) return;
    const opens: Read = async (each) => {
      const answer = await each.sendWith(body.key, '/domains');
      return answer.status === 200 ? 'opens' : answer.status === 401 ? null : String(answer.status);
    };
    ledger.acknowledge(`keys:${body.id}`, 'opens', opens);
    if (n % 2 === 1) return;
    await ledger.attempt(
      `keys:${body.id}`,
      null,
      opens,
      () => client.send('DELETE', `/admin/keys/${body.id}`),
      'revocations',
    );
  },
};

const domainPath = (client: Client) => `/admin/tenants/${client.tenant}/domains/walks`;

const versionOf: Read = async (client) => {
  const domain = await read(client, domainPath(client));
  return domain === null ? null : String(domain.version);
};

const domains: Work = {
  name: 'domains',
  everyMs: 600,
  step: async (client, ledger) => {
    const current = ledger.valueOf('domains:walks');
    const version = Number(current ?? 0) + 1;
    const source = checkDomainExample.source.replace('version: 1', `version: ${version}`);
    const body = { source, expected_version: current === null ? null : Number(current) };
    await ledger.attempt('domains:walks', String(version), versionOf, () =>
      client.send('POST', domainPath(client), body),
    );
  },
};

/** Counts as absent. */
const DEFAULT_THRESHOLD = 1000;

const thresholdOf: Read = async (client) => {
  const { domains: all } = await read(client, `/admin/tenants/${client.tenant}`);
  const dating = all.find(({ domain }: { domain: string }) => domain === 'dating');
  return dating.threshold === DEFAULT_THRESHOLD ? null : String(dating.threshold);
};

const thresholds: Work = {
  name: 'thresholds',
  everyMs: 500,
  step: async (client, ledger, n) => {
    const threshold = 1_000_000 + n;
    await ledger.attempt('thresholds:dating', String(threshold), thresholdOf, () =>
      client.send('POST', `/admin/tenants/${client.tenant}`, { thresholds: { dating: threshold } }),
    );
  },
};

const stateOf =
  (id: string): Read =>
  async (client) =>
    (await read(client, `/experiments/${id}`))?.state ?? null;

/** A domain has one running experiment, so the one of an unanswered request is looked for and ended. */
const experiments: Work = {
  name: 'experiments',
  everyMs: 1200,
  step: async (client, ledger, n) => {
    const body = {
      ...{ tenant_id: client.tenant, domain: 'dating', name: `arms ${n}`, design: 'split' },
      arms: [{ name: 'usual' }, { name: 'same' }],
      ...{ primary_metric: 'positive_per_seeker_day', stop: { smallest_effect: 0.05 } },
    };
    const { status, body: made } = await client.send('POST', '/experiments', body);
    if (status === 0) return ledger.unanswered('experiments');
    const id = status < 300 ? made.id : await runningExperiment(client);
    if (id === null) return;
    ledger.acknowledge(`experiments:${id}`, 'running', stateOf(id));
    await ledger.attempt(`experiments:${id}`, 'ended', stateOf(id), () =>
      client.send('POST', `/experiments/${id}/stop`),
    );
  },
};

async function runningExperiment(client: Client): Promise<string | null> {
  const { status, body } = await client.send('GET', '/experiments?limit=100');
  if (status !== 200) return null;
  return body.data.find(({ state }: { state: string }) => state === 'running')?.id ?? null;
}

const aliases = ({ models }: Made): Work => ({
  name: 'aliases',
  everyMs: 300,
  step: async (client, ledger, n) => {
    const model_id = models[n % 2]!;
    await ledger.attempt('aliases:live', model_id, aliasOf, () =>
      client.send('PUT', '/model-aliases/live', { model_id }),
    );
  },
});

const aliasOf: Read = async (client) => (await read(client, '/model-aliases/live'))?.model_id ?? null;

export const administrationWork = (made: Made): readonly Work[] => [
  ...[keys, domains, thresholds, experiments],
  aliases(made),
];
