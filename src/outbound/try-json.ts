/** What others sent, read as JSON; undefined where it is none. `revive`: as JSON.parse has it. */
export function tryJson(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}
