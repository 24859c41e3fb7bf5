/** Refusals of sessions. None quotes what was given, because it may be a secret. */
import { apiError } from '../../contract/errors.ts';

export function noSession() {
  return apiError('unauthorized', 'There is no such session; it may have been ended. Sign in at /console/.');
}

export function ended(why: string) {
  return apiError('unauthorized', `The session has ended: ${why}. Sign in at /console/.`);
}

export function wrongKey() {
  return apiError(
    'unauthorized',
    'This key opens no session: it is unknown, revoked or expired. Check that it was copied whole, or ask the operator for one (counterpart keys create).',
  );
}

export function wrongLink() {
  return apiError(
    'unauthorized',
    'This link opens no session: a link works once, for ten minutes, and while its key is in force. Ask the operator for a new one (counterpart console-link).',
  );
}

export function notMember(email: string) {
  return apiError(
    'forbidden',
    `${email} is not a member of any workspace here. Ask the operator of this service to add this address (counterpart members add).`,
  );
}

export function otherPerson(email: string) {
  return apiError(
    'forbidden',
    `${email} is a member here, but was bound to another person at the identity provider when it first signed in. Ask the operator of this service to remove the member and to add it again.`,
  );
}
