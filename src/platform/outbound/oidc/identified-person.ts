/** The person in the claims of an identity provider, where it vouches for the mail address. */

export interface IdentifiedPerson {
  readonly issuer: string;
  /** Never belongs to another person of the issuer. */
  readonly subject: string;
  /** Verified by the provider. */
  readonly email: string;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Entra ID has no `email_verified`. Its `xms_edov` says that the owner of the domain was verified. */
const ENTRA_ISSUER = 'https://login.microsoftonline.com/';

// biome-ignore lint/suspicious/noControlCharactersInRegex: no database stores all control characters
const address = /^[^\s@\u0000-\u001f\u007f]{1,256}@[^\s@\u0000-\u001f\u007f]{1,256}$/;

/** `unverified`: there is an address, and the provider does not vouch for it. null: there is no address. */
export function identifiedPerson(
  { issuer, subject }: Pick<IdentifiedPerson, 'issuer' | 'subject'>,
  claims: Claims,
): IdentifiedPerson | 'unverified' | null {
  const { email, email_verified: verified, xms_edov: ownerVerified } = claims;
  if (typeof email !== 'string' || !address.test(email)) return null;
  const isVerified = isTrue(verified) || (issuer.startsWith(ENTRA_ISSUER) && isTrue(ownerVerified));
  return isVerified ? { issuer, subject, email } : 'unverified';
}

/** Some providers send claims as texts or numbers. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}
