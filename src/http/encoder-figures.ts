/** What `/metrics` shows of the text encoders: who serves, who takes its place, and how far that is. */
import { Gauge, type Registry } from 'prom-client';
import type { EncoderFigures } from '../encoders/describe-encoders.ts';

export function registerEncoderFigures(registry: Registry, read: () => Promise<EncoderFigures>): void {
  const rowsLeft = new Gauge({
    name: 'counterpart_encoder_rows_left',
    help: 'Rows whose text the encoder that is to serve has still to read.',
    registers: [registry],
  });
  const share = new Gauge({
    name: 'counterpart_encoder_switch_share',
    help: 'How much of the switch to another encoder is done, 0 to 1; 1 where none is under way.',
    registers: [registry],
  });
  new Gauge({
    name: 'counterpart_encoder_info',
    help: '1 for each text encoder by its role: serving, or target of a switch.',
    labelNames: ['role', 'encoder'],
    registers: [registry],
    async collect() {
      const figures = await read();
      this.reset();
      if (figures.serving !== null) this.set({ role: 'serving', encoder: figures.serving }, 1);
      if (figures.target !== null) this.set({ role: 'target', encoder: figures.target }, 1);
      rowsLeft.set(figures.rowsLeft);
      share.set(figures.share);
    },
  });
}
