/** Changes of profiles and their vectors, erasures, and switches of the encoder. */
import { OPERATOR_OWNER } from '../../scopes.ts';
import { auditEntry, when } from '../audit/audit-entry.ts';
import { all, first, none, ofObject, writeOperation } from '../write-operation.ts';
import { blockPerson, liftBlock } from './blocked-people.ts';
import { putReadingDecision, removeReadingDecision } from './change-reading-decisions.ts';
import { dropOldVectors, putEncoded } from './encode-rows.ts';
import { adoptEncoder, finishSwitch, readRoles, startSwitch } from './encoder-roles.ts';
import { erasePerson } from './erase-person.ts';
import { forgetFileErasures, settleErasures } from './file-erasures.ts';
import { keepDocument } from './keep-document.ts';
import { personMark } from './person-mark.ts';
import { addMissingTerms } from './person-terms.ts';
import { putLazyVectors } from './put-vectors.ts';
import { settleRowsToRead } from './rows-to-read.ts';
import { writeProfiles } from './write-profiles.ts';

export const peopleOperations = {
  writeProfiles: writeOperation(writeProfiles, (writes) => writes.map(({ profile }) => profile.tenant_id)),
  putLazyVectors: writeOperation(putLazyVectors, first),
  erasePerson: writeOperation(erasePerson, first, {
    entries: async (db, { args: [owner, userId, domain, { block }], result: erased }) => [
      {
        ...auditEntry(owner, 'person.erase', null, {
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
  }),
  blockPerson: writeOperation(blockPerson, first),
  liftBlock: writeOperation(liftBlock, first, {
    entries: async (db, { args: [owner, userId], result: lifted }) =>
      lifted
        ? [{ ...auditEntry(owner, 'person.unblock', null), person: await personMark(db, owner, userId) }]
        : [],
  }),
  addMissingTerms: writeOperation(addMissingTerms, first),
  keepDocument: writeOperation(keepDocument, ofObject),
  settleErasures: writeOperation(settleErasures, first),
  forgetFileErasures: writeOperation(forgetFileErasures, first),
  adoptEncoder: writeOperation(adoptEncoder, all),
  startSwitch: writeOperation(startSwitch, all, {
    before: readRoles,
    // Every start of a server names its encoder: most change nothing.
    entries: async (_, { args: [{ encoderId }], earlier: { serving, target } }) =>
      when(
        (target ?? serving)?.encoderId !== encoderId,
        auditEntry(OPERATOR_OWNER, 'encoder.switch', ['encoder', encoderId]),
      ),
  }),
  finishSwitch: writeOperation(finishSwitch, all, {
    entries: async (_, { args: [encoderId], result }) =>
      when(result === 'switched', auditEntry(OPERATOR_OWNER, 'encoder.switched', ['encoder', encoderId])),
  }),
  putEncoded: writeOperation(putEncoded, (_, rows) => rows.map(({ tenantId }) => tenantId)),
  dropOldVectors: writeOperation(dropOldVectors, none),
  settleRowsToRead: writeOperation(settleRowsToRead, first),
  putReadingDecision: writeOperation(putReadingDecision, ofObject, {
    entries: async (_, { args: [{ tenantId, domain }] }) => [
      auditEntry(tenantId, 'reading.fit', ['domain', domain]),
    ],
  }),
  removeReadingDecision: writeOperation(removeReadingDecision, first, {
    entries: async (_, { args: [owner, domain], result }) =>
      when(result, auditEntry(owner, 'reading.reset', ['domain', domain])),
  }),
};
