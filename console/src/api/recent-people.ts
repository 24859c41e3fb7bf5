/** Ids of people who were opened in this browser, newest first, by workspace. Only ids are kept. */
const MOST = 8;

function keyOf(tenant: string): string {
  return `counterpart:recent:${tenant}`;
}

export function recentPeople(tenant: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(tenant)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberPerson(tenant: string, id: string): void {
  store(tenant, [id, ...recentPeople(tenant).filter((other) => other !== id)]);
}

export function forgetPerson(tenant: string, id: string): void {
  store(
    tenant,
    recentPeople(tenant).filter((other) => other !== id),
  );
}

/** After signing out, the next one at this browser sees no ids. */
export function forgetPeople(tenant: string): void {
  store(tenant, []);
}

function store(tenant: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(tenant), JSON.stringify(ids.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still works; it has no recent people.
  }
}
