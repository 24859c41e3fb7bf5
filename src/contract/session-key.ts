/**
 * The key of an anonymous session: it stands where a person's id stands, so that the session has a history of
 * its own. It begins with a control character, which no id has, so it is never the id of a person.
 *
 * The mark of a session stands for all of its events, whoever's they are. An erasure of the session is noted
 * under it.
 */
const KEY = '\u0001session:';
const MARK = '\u0001events of session:';

export function sessionKey(sessionId: string): string {
  return KEY + sessionId;
}

/** `personId`: of an event, or the key of its session. */
export function isSessionKey(personId: string): boolean {
  return personId.startsWith(KEY);
}

/** `key`: of an anonymous session. */
export function sessionOfKey(key: string): string {
  return key.slice(KEY.length);
}

export function sessionMark(sessionId: string): string {
  return MARK + sessionId;
}

/** null: it is the id of a person, or the key of an anonymous session. */
export function sessionOfMark(mark: string): string | null {
  return mark.startsWith(MARK) ? mark.slice(MARK.length) : null;
}
