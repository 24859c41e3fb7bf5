/**
 * Sends every request that the OpenAPI document shows to a service, in an order in which the resources exist:
 * operations that make or change one are named here, all others are sent when all of them are there.
 * Ids that the service made replace those of the examples. Further needs of the examples are set up here:
 * people to find, a shop with enough purchases, people whose decisions can be learned from.
 */

import { REQUEST_ID } from '../../../src/outside/http/endpoints/example-request-id.ts';
import { neighbours } from '../../support/neighbours.ts';
import { decide, peopleWithTastes } from '../../support/people-with-tastes.ts';
import { shop, shopLater } from '../../support/shop.ts';
import {
  type DocumentedOperation,
  type DocumentedRequest,
  type InterfaceDocument,
  type Json,
  operationsOf,
  requestsOf,
} from './documented-requests.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sent {
  readonly request: DocumentedRequest;
  readonly answer: Answer;
}

export interface DocumentedTarget {
  readonly url: string;
  readonly key: string;
  readonly operatorKey: string;
  /** From now on jobs are carried out. */
  startWorker(): void;
}

/** Small, with a brief evaluation, for the model that only the set-up asks for. */
const smallRetriever = { width: 16, heads: 2, blocks: 1, epochs: 3, evaluation: 'none' } as const;
const TASTES = { people: 45, seed: 7 };
const POLL_MS = 50;
const DAY_MS = 86_400_000;
/** They take away what the others need. */
const last = [
  'deleteModel',
  'deleteTokenizer',
  'deleteDataset',
  'patchUser',
  'eraseSession',
  'deleteUser',
  'unblockUser',
];

const isEndless = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

/** The first part of an answer that does not end. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

export async function sendDocumented(
  document: InterfaceDocument,
  { url, key, operatorKey, startWorker }: DocumentedTarget,
): Promise<readonly Sent[]> {
  const operations = new Map(operationsOf(document).map((each) => [each.operationId, each]));
  const sent: Sent[] = [];
  const made: Record<string, string | undefined> = { cursor: undefined };
  let setUps = 0;

  async function carryOut(
    operation: DocumentedOperation,
    headers: object,
    path: string,
    body: string | undefined,
  ) {
    const bearer = operation['x-scope'] === 'operator' ? operatorKey : key;
    const authorization = operation.security?.length !== 0 ? { authorization: `Bearer ${bearer}` } : {};
    const answer = await fetch(url + path, {
      method: operation.method,
      headers: { 'x-request-id': REQUEST_ID, ...authorization, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await (isEndless(answer) ? beginningOf(answer) : answer.text());
    return { status: answer.status, headers: answer.headers, text };
  }

  /** All requests of the operation; the bodies of the answers. */
  async function send(operationId: string): Promise<readonly Json[]> {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`the document has no operation ${operationId}`);
    const answers: Json[] = [];
    for (const request of requestsOf(operation, made)) {
      const answer = await carryOut(operation, request.headers, request.url, request.body);
      sent.push({ request, answer });
      if (answer.status > 299)
        throw new Error(`${operationId} ${request.url}: ${answer.status} ${answer.text}`);
      answers.push(isJson(answer) ? JSON.parse(answer.text) : {});
    }
    return answers;
  }

  /** A page of one, then, with its cursor, the next page. */
  async function sendList(operationId: string): Promise<void> {
    const [first] = await send(operationId);
    if (typeof first!.next_cursor !== 'string') throw new Error(`${operationId}: there is no second page`);
    made.cursor = first!.next_cursor;
    await send(operationId);
    made.cursor = undefined;
  }

  const pathOf = ({ path }: DocumentedOperation) =>
    path.replace(/\{(\w+)\}/, (_, name: string) => made[name] ?? '');

  /** A request that the document does not show. */
  async function setUp(operationId: string, body: object): Promise<Json> {
    const operation = operations.get(operationId)!;
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `set-up-${++setUps}` };
    const answer = await carryOut(operation, headers, pathOf(operation), JSON.stringify(body));
    if (answer.status > 299) throw new Error(`${operationId}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  }

  /** The job or run once it has ended; one that failed is an error. */
  async function ended(path: string): Promise<Json> {
    for (;;) {
      const { text } = await carryOut(operations.get('getJob')!, {}, path, undefined);
      const now = JSON.parse(text) as Json;
      if (now.status === 'succeeded' || now.status === 'deployed') return now;
      if (!['queued', 'running', 'evaluating'].includes(String(now.status)))
        throw new Error(`${path}: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** The id of what the job made. */
  async function resourceOf({ id }: Json): Promise<string> {
    const { resource } = await ended(`/v1/jobs/${id}`);
    return (resource as { readonly id: string }).id;
  }

  async function sendProbes(): Promise<void> {
    for (const operationId of ['getHealth', 'getReadiness', 'getMetrics', 'getInterface'])
      await send(operationId);
  }

  /** The log of matches and the stream of events, around the present. */
  async function sendActivity(): Promise<void> {
    const { key_id: keyId } = (await send('getMatch'))[0]!;
    await setUp('match', { user_id: 'ana', domain: 'dating' });
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    Object.assign(made, {
      key_id: String(keyId),
      from: day(-1),
      to: day(1),
      after: String(Date.now() - 60_000),
    });
    await sendList('listMatches');
    await send('streamEvents');
    for (const name of ['key_id', 'from', 'to', 'after']) made[name] = undefined;
  }

  async function sendMatching(): Promise<void> {
    for (const neighbour of neighbours) await setUp('upsertUser', neighbour);
    for (const operationId of ['upsertUser', 'appendContext', 'upsertUsers', 'getUser', 'getSchema'])
      await send(operationId);
    for (const operationId of ['listDomains', 'getDomain', 'checkDomain']) await send(operationId);
    await sendPeople();
    const [match] = await send('match');
    made.match_id = String(match!.match_id);
    await sendActivity();
    await send('matchBatch');
    for (const operationId of [
      'sendFeedback',
      'withdrawOutcomes',
      'exportUser',
      'ingest',
      'stream',
      'sendFeedbackBatch',
    ])
      await send(operationId);
  }

  /** A list by prefix, which has no ids, and one by ids, which has no cursor. */
  async function sendPeople(): Promise<void> {
    Object.assign(made, { user_ids: undefined, prefix: '' });
    await sendList('listUsers');
    delete made.user_ids;
    made.prefix = undefined;
    await send('listUsers');
    delete made.prefix;
    await send('searchUsers');
    await send('listDomainSamples');
  }

  async function sendLearning(): Promise<void> {
    const { seekers, candidates } = peopleWithTastes(TASTES.people, TASTES.seed);
    for (const { userId, gender, fields } of [...seekers, ...candidates])
      await setUp('upsertUser', { user_id: userId, domain: 'dating', fields: { gender, ...fields } });
    for (const seeker of seekers)
      await setUp('sendFeedback', { domain: 'dating', items: decide(seeker, candidates, 1) });
    const [run] = await send('train');
    made.run_id = String(run!.run_id);
    await ended(`/v1/train/runs/${made.run_id}`);
    for (const operationId of ['getTrainingRun', 'deployModel', 'deployTrainingRun']) await send(operationId);
    // A second run, for the second page.
    for (const seeker of seekers.slice(0, 5))
      await setUp('sendFeedback', { domain: 'dating', items: decide(seeker, candidates, 2) });
    const second = await setUp('train', { domain: 'dating', force: true });
    await sendList('listTrainingRuns');
    made.run_id = String(second.run_id);
    await send('cancelTrainingRun');
    for (const operationId of [
      'getOutcomeStatistics',
      'getMatchStatistics',
      'getExposureStatistics',
      'getFieldStatistics',
    ])
      await send(operationId);
  }

  async function sendDatasets(): Promise<void> {
    const imports = await send('importDataset');
    // The worker has not started, so the last of these jobs still waits.
    made.job_id = String(imports.at(-1)!.id);
    await send('cancelJob');
    startWorker();
    made.dataset_id = await resourceOf(imports[0]!);
    await send('getDataset');
    for (const operationId of ['appendDatasetItems', 'appendDatasetEvents', 'mergeDatasetSessions'])
      await send(operationId);
    const [cut] = await send('snapshotDataset');
    await resourceOf(cut!);
    const [exported] = await send('exportDataset');
    made.job_id = String(exported!.id);
    const { result } = await ended(`/v1/jobs/${made.job_id}`);
    const { download_url, sha256 } = result as { readonly download_url: string; readonly sha256: string };
    made.token = download_url.slice(download_url.lastIndexOf('/') + 1);
    made['If-Range'] = `"${sha256}"`;
    await send('download');
    await send('getJob');
    await resourceOf(await setUp('exportDataset', { format: 'jsonl', compression: 'gzip' }));
    await sendList('listJobs');
  }

  async function sendModels(): Promise<void> {
    const shopId = await resourceOf(await setUp('importDataset', shop));
    const laterId = await resourceOf(await setUp('importDataset', shopLater));
    await sendList('listDatasets');
    made.dataset_id = shopId;
    for (const operationId of ['getDatasetStatistics', 'listTrendingItems']) await send(operationId);
    const adaptations = await send('adaptModel');
    // The first chooses its settings itself and would train for minutes.
    await carryOut(operations.get('cancelJob')!, {}, `/v1/jobs/${adaptations[0]!.id}/cancel`, undefined);
    made.model_id = await resourceOf(adaptations[1]!);
    for (const operationId of ['getModel', 'listModelItems', 'predict', 'embed']) await send(operationId);
    for (const operationId of ['listSimilarItems', 'findSimilarItems', 'getItemVectors'])
      await send(operationId);
    for (const operationId of ['predictBatch', 'segmentPeople', 'exportModel']) await send(operationId);
    await sendList('listModels');
    made.from_model_id = made.model_id;
    for (const operationId of ['moveModelAlias', 'getModelAlias', 'listModelAliases'])
      await send(operationId);
    await sendModelExperiments();
    made.dataset_id = laterId;
    for (const operationId of ['refitModel', 'scheduleRefits', 'getRefitSchedule', 'removeRefitSchedule'])
      await send(operationId);
    await send('removeModelAlias');
    const [simulation] = await send('simulate');
    made.simulation_id = await resourceOf(simulation!);
    await send('getSimulation');
    await resourceOf(
      await setUp('simulate', {
        model_id: made.model_id,
        histories: [['cup-07']],
        steps: 1,
        policy: 'popular',
        seed: 1,
      }),
    );
    await sendList('listSimulations');
    made.dataset_id = shopId;
    await sendTokenizers();
  }

  async function sendTokenizers(): Promise<void> {
    const [fit] = await send('fitTokenizer');
    made.tokenizer_id = await resourceOf(fit!);
    made.job_id = String(fit!.id);
    await send('getJobLog');
    for (const operationId of ['getTokenizer', 'getTokenizerCodes', 'exportTokenizer', 'assignSemanticIds'])
      await send(operationId);
    await sendList('listTokenizers');
    const retriever = await setUp('adaptModel', {
      dataset_id: made.dataset_id,
      name: 'shop-generator',
      architecture: 'generative-retriever',
      tokenizer_id: made.tokenizer_id,
      settings: smallRetriever,
    });
    made.model_id = await resourceOf(retriever);
    await send('generate');
  }

  async function sendAdministration(): Promise<void> {
    const [tenant, withEveryDomain] = await send('createTenant');
    made.tenant_id = String(tenant!.id);
    await send('changeTenant');
    const [key] = await send('createKey');
    await send('getTenant');
    await sendList('listTenants');
    await sendList('listKeys');
    await sendAuditLog();
    made.domain = 'walks';
    for (const operationId of ['publishDomain', 'getTenantDomain', 'listTenantDomains'])
      await send(operationId);
    delete made.domain;
    made.key_id = String(key!.id);
    await sendMembers(String(key!.key));
    for (const operationId of ['changeKey', 'revokeKey', 'listSettings', 'getSystem'])
      await send(operationId);
    made.tenant_id = String(withEveryDomain!.id);
    const [experiment] = await send('createExperiment');
    made.experiment_id = String(experiment!.id);
    await send('getExperiment');
    await sendList('listExperiments');
    await send('pauseExperiment');
    await send('resumeExperiment');
    await send('stopExperiment');
    made.tenant_id = undefined;
  }

  /** An alias has one experiment at a time, so the second is begun after the end of the first. */
  async function sendModelExperiments(): Promise<void> {
    for (const end of ['stopModelExperiment', 'promoteModelExperiment']) {
      const [experiment] = await send('createModelExperiment');
      made.experiment_id = String(experiment!.id);
      for (const operationId of ['pauseModelExperiment', 'resumeModelExperiment', end])
        await send(operationId);
    }
    await send('getModelExperiment');
    await sendList('listModelExperiments');
  }

  /** With two sessions of the key. */
  async function sendMembers(apiKey: string): Promise<void> {
    const [member] = await send('addMember');
    made.member_id = String(member!.id);
    await sendList('listMembers');
    await send('changeMember');
    await send('removeMember');
    const headers = {
      'Content-Type': 'application/json',
      'X-Counterpart-Console': '1',
      'Sec-Fetch-Site': 'same-origin',
    };
    const signIn = { method: 'POST', headers, body: JSON.stringify({ api_key: apiKey }) };
    for (let n = 0; n < 2; n++) await fetch(`${url}/console/api/session`, signIn);
    await sendList('listSessions');
    const { text } = await carryOut(operations.get('listSessions')!, {}, '/v1/admin/sessions', undefined);
    made.session_id = JSON.parse(text).data[0].id;
    await send('endSession');
  }

  /** With filters that fit the keys that were just created. */
  async function sendAuditLog(): Promise<void> {
    const newest = await carryOut(
      operations.get('listAuditEntries')!,
      {},
      '/v1/admin/audit?limit=1',
      undefined,
    );
    const [{ actor, at }] = JSON.parse(newest.text).data;
    const dayAround = (sign: 1 | -1) => new Date(Date.parse(at) + sign * DAY_MS).toISOString();
    const filters = { actor: String(actor.id), from: dayAround(-1), to: dayAround(1) };
    Object.assign(made, filters);
    await sendList('listAuditEntries');
    for (const name of Object.keys(filters)) delete made[name];
  }

  /** Deliveries fail when their webhook is switched off; then it is on again, and one is sent once more. */
  async function sendWebhooks(): Promise<void> {
    const [one, other] = await send('createWebhook');
    made.webhook_id = String(one!.id);
    await send('testWebhook');
    const [delivery] = await send('testWebhook');
    await send('changeWebhook');
    made.delivery_id = String(delivery!.id);
    await sendList('listWebhookDeliveries');
    for (const operationId of ['listWebhooks', 'getWebhook', 'replayWebhookDelivery', 'rotateWebhookSecret'])
      await send(operationId);
    await send('removeWebhook');
    const removal = operations.get('removeWebhook')!;
    await carryOut(removal, {}, `/v1/webhooks/${other!.id}`, undefined);
  }

  /** Operations that need no order, while all resources are there. */
  async function sendOthers(): Promise<void> {
    const named = new Set(sent.map(({ request }) => request.operation.operationId));
    for (const operationId of operations.keys())
      if (!named.has(operationId) && !last.includes(operationId)) await send(operationId);
  }

  await sendProbes();
  await sendMatching();
  await sendDatasets();
  await sendModels();
  await sendLearning();
  await sendAdministration();
  await sendWebhooks();
  await sendOthers();
  for (const operationId of ['deleteModel', 'deleteTokenizer', 'deleteDataset']) await send(operationId);
  await send('patchUser');
  await send('eraseSession');
  await send('deleteUser');
  const { url: erased } = sent.at(-1)!.request;
  await carryOut(operations.get('deleteUser')!, {}, `${erased.split('?')[0]}?block=true`, undefined);
  await send('unblockUser');
  return sent;
}

export function isJson({ headers }: Answer): boolean {
  return /^application\/json\b/.test(headers.get('content-type') ?? '');
}
