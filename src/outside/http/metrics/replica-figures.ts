/** The servers that share a database in `/metrics`, as this one sees them. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Replica, replicaStates } from '../../../platform/storage/replica-store.ts';

export interface ReplicaFigures {
  setReplicas(servers: readonly Replica[]): void;
  /** `outcome`: `here`, `forwarded`, `unreachable` or `building`. */
  observeForwarding(outcome: string): void;
}

export function registerReplicaFigures(registry: Registry): ReplicaFigures {
  const replicas = new Gauge({
    name: 'counterpart_replicas',
    help: 'Servers on the same database, by state: joining, ready, leaving. None without COUNTERPART_REPLICA_URL.',
    labelNames: ['state'],
    registers: [registry],
  });
  const forwarded = new Counter({
    name: 'counterpart_forwarded_matches_total',
    help: 'Matches by where they were answered: here, forwarded to an owner of the index; or why an owner gave no answer: unreachable, building.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    setReplicas: (servers) => {
      for (const state of replicaStates)
        replicas.set({ state }, servers.filter((server) => server.state === state).length);
    },
    observeForwarding: (outcome) => forwarded.inc({ outcome }),
  };
}
