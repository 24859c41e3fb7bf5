/** Changes of what arrives without a caller of its own: messages of trackers, and connectors. */
import { auditEntry } from '../audit/audit-entry.ts';
import { first, ofObject, writeOperation } from '../write-operation.ts';
import { removeConnector, saveConnector, takeConnector } from './change-connectors.ts';
import { addMessageRejects, putMessageMapping } from './change-messages.ts';

export const ingestOperations = {
  putMessageMapping: writeOperation(putMessageMapping, first, {
    entries: async (_, { args: [owner] }) => [auditEntry(owner, 'messages.map', null)],
  }),
  addMessageRejects: writeOperation(addMessageRejects, first),
  takeConnector: writeOperation(takeConnector, ofObject),
  saveConnector: writeOperation(saveConnector, ofObject),
  removeConnector: writeOperation(removeConnector, first),
};
