/** Changes of members. */
import { auditEntry, type Target, when } from '../audit/audit-entry.ts';
import { first, ofObject, writeOperation } from '../write-operation.ts';
import { addMember, changeMember, findMember, noteMemberSignIn, removeMember } from './members.ts';

export const memberOperations = {
  addMember: writeOperation(addMember, ofObject, {
    entries: async (_, { args: [{ tenantId, memberId, email, scopes }], result }) =>
      when(result === 'added', auditEntry(tenantId, 'member.add', targetOf(memberId), { email, scopes })),
  }),
  changeMember: writeOperation(changeMember, first, {
    before: findMember,
    entries: async (_, { args: [owner, memberId, { name, scopes, unbind }], earlier, result }) => {
      const changed = {
        ...(name !== undefined && name !== earlier?.name && { name }),
        ...(scopes !== undefined && String(scopes) !== String(earlier?.scopes) && { scopes }),
        ...(unbind === true && earlier?.identity !== null && { unbound: true }),
      };
      const details = { email: earlier?.email, ...changed };
      return when(
        result && Object.keys(changed).length > 0,
        auditEntry(owner, 'member.change', targetOf(memberId), details),
      );
    },
  }),
  removeMember: writeOperation(removeMember, first, {
    before: findMember,
    entries: async (_, { args: [owner, memberId], earlier, result }) =>
      when(result, auditEntry(owner, 'member.remove', targetOf(memberId), { email: earlier?.email })),
  }),
  // The session that begins with it is in the log.
  noteMemberSignIn: writeOperation(noteMemberSignIn, first),
};

const targetOf = (memberId: string): Target => ['member', memberId];
