/**
 * Any sequence of links, their exchanges, sessions, uses and ends leaves the sessions and links of the model.
 * There are two tenants, whose keys have the same ids. The clock moves on with each step.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import type { ConsoleLink, ConsoleSession } from './session-store.ts';
import type { Store } from './store.ts';
import { pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import { keyIds, ModelSessions, tenants } from './testing/model-sessions.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const tenant = fc.constantFrom(ALPHA, ALPHA, BETA);
const keyId = fc.constantFrom(...keyIds);
const n = fc.nat({ max: 20 });
/** Steps until it has expired. */
const steps = fc.constantFrom(1, 2, 8, 40);
const replaced = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(n, { maxLength: 2 }));
const anyStep = fc.oneof(
  stepOf('create', 4, { tenant, keyId, steps, replaced }),
  stepOf('add link', 4, { tenant, keyId, steps }),
  /** Also a link that is used up or has expired. */
  stepOf('exchange', 5, { n, steps, replaced }),
  stepOf('use', 2, { n }),
  stepOf('end', 1, { ends: fc.uniqueArray(n, { maxLength: 2 }) }),
  stepOf('end of key', 1, { tenant, keyId }),
  stepOf('forget', 1, {}),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;

describe.each(storesUnderTest)('sessions and links of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, newModel: () => new ModelSessions(), carryOut, stateOf, stateOfModel },
  });
});

async function carryOut(step: Step, model: ModelSessions, { sessions }: Store, at: number) {
  model.nowMs = at;
  switch (step.do) {
    case 'create': {
      const session = sessionOf(linkOf(step, at), 'session', step.steps, at);
      const hashes = hashesOf(model, step.replaced);
      model.create(session, hashes);
      await sessions.create(session, hashes);
      return [null, null] as const;
    }
    case 'add link': {
      const link = linkOf(step, at);
      model.addLink(link);
      await sessions.addLink(link);
      return [null, null] as const;
    }
    case 'exchange': {
      const link = pick(model.everyLink, step.n);
      if (link === null) return [null, null] as const;
      const session = sessionOf(link, 'exchanged', step.steps, at);
      const hashes = hashesOf(model, step.replaced);
      const found = await sessions.exchangeLink(link.hash, session, hashes);
      return [model.exchange(link.hash, session, hashes), found] as const;
    }
    case 'use': {
      const [hash = 'none'] = hashesOf(model, [step.n]);
      model.use(hash);
      await sessions.noteUse(hash, at);
      return [null, null] as const;
    }
    case 'end': {
      const hashes = hashesOf(model, step.ends);
      model.end(hashes);
      await sessions.end(hashes);
      return [null, null] as const;
    }
    case 'end of key': {
      const found = await sessions.endOfKey(step.tenant, step.keyId, at);
      return [model.endOfKey(step.tenant, step.keyId), found] as const;
    }
    case 'forget':
      return [model.forgetExpired(), await sessions.forgetExpired(at)] as const;
    default:
      return step satisfies never;
  }
}

type Asked = Pick<ConsoleLink, 'keyId'> & { readonly tenant: typeof ALPHA; readonly steps: number };

function linkOf({ tenant: tenantId, keyId: key, steps: lasting }: Asked, at: number): ConsoleLink {
  const times = { createdAtMs: at, expiresAtMs: at + lasting };
  return { hash: `link ${at}`, tenantId, keyId: key, scopes: ['read'], ...times };
}

function sessionOf(link: ConsoleLink, name: string, lasting: number, at: number): ConsoleSession {
  const times = { createdAtMs: at, usedAtMs: at, expiresAtMs: at + lasting };
  return { ...link, hash: `${name} ${at}`, scopes: ['read', 'train'], ...times };
}

/** Hashes of sessions that were ever created, of any tenant. */
const hashesOf = ({ everySession }: ModelSessions, nth: readonly number[]) =>
  nth.flatMap((each) => pick(everySession, each)?.hash ?? []);

/** Keys of both tenants, in turns. */
const mixedKeys = keyIds.map((key, place) => ({ tenantId: tenants[place % 2]!, keyId: key }));

async function stateOf({ sessions }: Store, { everySession, everyLink, nowMs }: ModelSessions) {
  const keysOf = (tenantId: typeof ALPHA) => keyIds.map((key) => ({ tenantId, keyId: key }));
  return {
    byHash: await Promise.all(everySession.map(({ hash }) => sessions.find(hash))),
    links: await Promise.all(everyLink.map(({ hash }) => sessions.findLink(hash))),
    lists: await Promise.all([null, ...tenants].map((owner) => sessions.list(owner, nowMs))),
    counts: await Promise.all(
      [...tenants.map(keysOf), mixedKeys].map((keys) => sessions.countOfKeys(keys, nowMs)),
    ),
  };
}

function stateOfModel(model: ModelSessions) {
  const keysOf = (tenantId: typeof ALPHA) => keyIds.map((key) => ({ tenantId, keyId: key }));
  return {
    byHash: model.everySession.map((each) => model.find(each.hash)),
    links: model.everyLink.map((each) => model.links.find(({ hash }) => hash === each.hash) ?? null),
    lists: [null, ...tenants].map((owner) => model.list(owner)),
    counts: [...tenants.map(keysOf), mixedKeys].map((keys) => model.countOfKeys(keys)),
  };
}
