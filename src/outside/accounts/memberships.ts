/**
 * The memberships of a person who was identified by the provider. The first sign-in binds the
 * members of the address to this person. From then on they open nothing to another one.
 */
import type { IdentifiedPerson } from '../../platform/outbound/oidc/identified-person.ts';
import type { Member, MemberStore } from '../../platform/storage/member-store.ts';
import { OPERATOR_OWNER } from '../../platform/storage/store.ts';
import { normalEmail } from './members.ts';
import { notMember, otherPerson } from './session-faults.ts';

/** At least one. Throws 403 `forbidden`. */
export async function membershipsOf(
  members: MemberStore,
  { email, issuer, subject }: IdentifiedPerson,
): Promise<readonly [Member, ...Member[]]> {
  const [first, ...others] = await members.ofEmail(normalEmail(email));
  if (first === undefined) throw notMember(email);
  const isOther = ({ identity }: Member) =>
    identity !== null && (identity.issuer !== issuer || identity.subject !== subject);
  if ([first, ...others].some(isOther)) throw otherPerson(email);
  return [first, ...others];
}

/** The one that was used last; before the first sign-in one of a workspace rather than the operator's. */
export function usualMembership(members: readonly [Member, ...Member[]]): Member {
  const ofWorkspaces = members.filter(({ tenantId }) => tenantId !== OPERATOR_OWNER);
  const lastUse = ({ lastSignInAt }: Member) => lastSignInAt ?? '';
  return members.reduce(
    (best, each) => (lastUse(each) > lastUse(best) ? each : best),
    ofWorkspaces[0] ?? members[0],
  );
}
