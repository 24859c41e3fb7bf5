/**
 * Members: people who sign in to the console by an identity provider, and what they may do in a workspace. A
 * mail address may be a member of several workspaces, and of the operator's area.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Scope } from './scopes.ts';

/** A person at an identity provider. Both parts together never belong to another person. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

export interface Member {
  /** `mem_<lower-case ULID>`: safe to show and log. */
  readonly memberId: string;
  /** The tenant, or `OPERATOR_OWNER`. */
  readonly tenantId: TenantId;
  /** In lower case; unique in the workspace. */
  readonly email: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** null until the first sign-in of the address, which binds its members to the person who signs in. */
  readonly identity: ProviderIdentity | null;
  /** ISO 8601, UTC, as all times here. */
  readonly createdAt: string;
  /** The id of the actor: a key, a member, or the words of a command. */
  readonly createdBy: string;
  readonly lastSignInAt: string | null;
}

/** A property that is left out stays as it is. */
export interface MemberChange extends Partial<Pick<Member, 'name' | 'scopes'>> {
  /** Ends the sessions, and the next sign-in binds the member anew. */
  readonly unbind?: boolean;
}

/** Newest first: those with an id below `before`; null: from the newest. */
interface MemberPage {
  readonly before: string | null;
  readonly limit: number;
}

export interface MemberStore {
  /** `conflict`: the address is a member of the workspace already. */
  add(member: Member): Promise<'added' | 'conflict'>;
  find(tenant: TenantId, memberId: string): Promise<Member | null>;
  findById(memberId: string): Promise<Member | null>;
  /** In all workspaces, oldest first. */
  ofEmail(email: string): Promise<readonly Member[]>;
  /** Members of all owners where `tenant` is null, oldest first. */
  list(tenant: TenantId | null): Promise<readonly Member[]>;
  page(tenant: TenantId | null, page: MemberPage): Promise<readonly Member[]>;
  /** False: there is no such member. */
  change(tenant: TenantId, memberId: string, change: MemberChange): Promise<boolean>;
  /** Ends the sessions of the member too. False: there is no such member. */
  remove(tenant: TenantId, memberId: string): Promise<boolean>;
  /**
   * Binds the member at its first sign-in, and with it all members of the address that are not bound. False:
   * it is bound to another identity, or gone.
   */
  noteSignIn(tenant: TenantId, memberId: string, identity: ProviderIdentity, at: string): Promise<boolean>;
}
