/** Entries of erasures, and of the encoder. */
import { OPERATOR_OWNER } from '../../scopes.ts';
import type { liftBlock } from '../people/blocked-people.ts';
import { type finishSwitch, readRoles, type startSwitch } from '../people/encoder-roles.ts';
import type { erasePerson } from '../people/erase-person.ts';
import { personMark } from '../people/person-mark.ts';
import { type Audited, entry, when } from './audited-change.ts';

export const auditedPeople = {
  erasePerson: {
    entries: async (db, { args: [owner, userId, domain, { block }], result: erased }) => [
      {
        ...entry(owner, 'person.erase', null, {
          domain,
          records: erased.records,
          context_items: erased.contextItems,
          outcomes: erased.outcomes,
          triplets: erased.triplets,
          vectors: erased.vectors,
          pending_events: erased.pendingEvents,
          dataset_versions: erased.datasetVersions,
          trained_models: erased.trainedModels,
          ...(block === true && { blocked: true }),
        }),
        person: await personMark(db, owner, userId),
      },
    ],
  } satisfies Audited<typeof erasePerson>,
  liftBlock: {
    entries: async (db, { args: [owner, userId], result: lifted }) =>
      lifted
        ? [{ ...entry(owner, 'person.unblock', null), person: await personMark(db, owner, userId) }]
        : [],
  } satisfies Audited<typeof liftBlock>,
};

export const auditedEncoders = {
  startSwitch: {
    before: readRoles,
    // Every start of a server names its encoder: most change nothing.
    entries: async (_, { args: [{ encoderId }], earlier: { serving, target } }) =>
      when(
        (target ?? serving)?.encoderId !== encoderId,
        entry(OPERATOR_OWNER, 'encoder.switch', ['encoder', encoderId]),
      ),
  } satisfies Audited<typeof startSwitch, Awaited<ReturnType<typeof readRoles>>>,
  finishSwitch: {
    entries: async (_, { args: [encoderId], result }) =>
      when(result === 'switched', entry(OPERATOR_OWNER, 'encoder.switched', ['encoder', encoderId])),
  } satisfies Audited<typeof finishSwitch>,
};
