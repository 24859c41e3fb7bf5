/**
 * How far a stream has come, as the id of its events: a time, and the sequence of the last change of people
 * in each domain. `1796047320000~dating.12`.
 */

export interface Position {
  /** Epoch ms: everything before it was sent. */
  readonly sinceMs: number;
  /** By domain. */
  readonly sequences: ReadonlyMap<string, number>;
}

export function writePosition({ sinceMs, sequences }: Position): string {
  return [sinceMs, ...[...sequences].map(([domain, sequence]) => `${domain}.${sequence}`)].join('~');
}

/** Reads a text whose form was checked. */
export function readPosition(text: string): Position {
  const [since = '', ...domains] = text.split('~');
  const sequences = domains.map((part) => {
    const end = part.lastIndexOf('.');
    return [part.slice(0, end), Number(part.slice(end + 1))] as const;
  });
  return { sinceMs: Number(since), sequences: new Map(sequences) };
}
