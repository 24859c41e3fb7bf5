/**
 * The servers that share a database. Each writes a heartbeat once a second; a server with an old heartbeat
 * counts as dead. Times are those of the database, so that the clocks of machines do not matter.
 */
export const replicaStates = ['joining', 'ready', 'leaving'] as const;
/** `joining`: it builds its indexes. `ready`: it owns indexes. `leaving`: it answers, and stops soon. */
export type ReplicaState = (typeof replicaStates)[number];

export interface Replica {
  /** Where the other servers reach it, and its identity: a restarted server owns the same indexes. */
  readonly url: string;
  readonly state: ReplicaState;
}

export interface ReplicaStore {
  /** Notes that the replica lives. Returns all whose last note is at most `withinMs` old, by address. */
  beat(replica: Replica, withinMs: number): Promise<readonly Replica[]>;
  leave(url: string): Promise<void>;
}
