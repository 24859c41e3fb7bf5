/**
 * The key of an anonymous session: it stands where a person's id stands, so that the session has a history of
 * its own. It begins with a control character, which no id has, so it is never the id of a person.
 */
const PREFIX = '\u0001session:';

export function sessionKey(sessionId: string): string {
  return PREFIX + sessionId;
}

/** `personId`: of an event, or the key of its session. */
export function isSessionKey(personId: string): boolean {
  return personId.startsWith(PREFIX);
}
