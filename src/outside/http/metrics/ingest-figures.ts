/** Figures in `/metrics` of what arrives without a caller: messages of trackers, and connectors. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { MessageOutcome } from '../../ingest/message-parts.ts';

/** How far a connector has come. */
export interface ConnectorFigures {
  readonly tenant: string;
  readonly name: string;
  readonly source: string;
  readonly stored: number;
  readonly rejected: number;
  /** null: not known. */
  readonly lag: number | null;
  /** Time since the connector last looked at its source, ms. */
  readonly ageMs: number;
}

export interface IngestFigures {
  observeMessages(outcome: MessageOutcome, count: number): void;
}

export function registerIngestFigures(
  registry: Registry,
  describeConnectors: () => Promise<readonly ConnectorFigures[]>,
): IngestFigures {
  registerConnectors(registry, describeConnectors);
  const messages = new Counter({
    name: 'counterpart_messages_total',
    help: 'Messages of trackers by what became of them: stored, repeated, ignored, rejected.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { observeMessages: (outcome, count) => messages.inc({ outcome }, count) };
}

function registerConnectors(
  registry: Registry,
  describeConnectors: () => Promise<readonly ConnectorFigures[]>,
): void {
  const age = new Gauge({
    name: 'counterpart_connector_checked_seconds',
    help: 'Time since a connector last looked at its source. It grows while the connector does not run.',
    labelNames: ['tenant', 'connector', 'source'],
    registers: [registry],
  });
  const rows = new Gauge({
    name: 'counterpart_connector_rows',
    help: 'Rows of a connector that were stored and rejected.',
    labelNames: ['tenant', 'connector', 'source', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'counterpart_connector_lag',
    help: 'The amount that the source of a connector has and the connector has not read: files, objects, rows, messages, or bytes of the log.',
    labelNames: ['tenant', 'connector', 'source'],
    registers: [registry],
    async collect() {
      const connectors = await describeConnectors();
      for (const gauge of [this, age, rows]) gauge.reset();
      for (const { tenant, name: connector, source, stored, rejected, lag, ageMs } of connectors) {
        const labels = { tenant, connector, source };
        if (lag !== null) this.set(labels, lag);
        age.set(labels, ageMs / 1000);
        rows.set({ ...labels, outcome: 'stored' }, stored);
        rows.set({ ...labels, outcome: 'rejected' }, rejected);
      }
    },
  });
}
