/** Parses foreign text as JSON; undefined where it is not JSON. `revive`: as in JSON.parse. */
export function tryJson(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}
