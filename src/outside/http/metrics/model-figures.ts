/** Sequence models in `/metrics`: open models and their memory. */
import { Gauge, type Registry } from 'prom-client';

export interface ModelFigures {
  readonly models: number;
  readonly memoryBytes: number;
}

export function registerModelFigures(registry: Registry, read: () => ModelFigures): void {
  const bytes = new Gauge({
    name: 'counterpart_models_bytes',
    help: 'Bytes held by sequence models that are open.',
    registers: [registry],
  });
  new Gauge({
    name: 'counterpart_models_open',
    help: 'Sequence models that are open.',
    registers: [registry],
    collect() {
      const { models, memoryBytes } = read();
      this.set(models);
      bytes.set(memoryBytes);
    },
  });
}
