import type { MemberStore } from '../../member-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import { findMember, findMemberById, listMembers, membersOfEmail, pageOfMembers } from './members.ts';

export function memberStore({ db, write }: SqlStoreParts): MemberStore {
  return {
    add: (member) => write('addMember', member),
    find: (tenant, memberId) => findMember(db, tenant, memberId),
    findById: (memberId) => findMemberById(db, memberId),
    ofEmail: (email) => membersOfEmail(db, email),
    list: (tenant) => listMembers(db, tenant),
    page: (tenant, page) => pageOfMembers(db, tenant, page),
    change: (tenant, memberId, change) => write('changeMember', tenant, memberId, change),
    remove: (tenant, memberId) => write('removeMember', tenant, memberId),
    noteSignIn: (tenant, memberId, identity, at) => write('noteMemberSignIn', tenant, memberId, identity, at),
  };
}
