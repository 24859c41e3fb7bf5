/** The search of an address: texts as they are, other values as JSON. */
export function searchOf(state: Readonly<Record<string, unknown>>): string {
  const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return `?${Object.entries(state)
    .map(([name, value]) => `${name}=${encodeURIComponent(written(value))}`)
    .join('&')}`;
}
