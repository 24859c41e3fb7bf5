/** The text encoders in `/metrics`: the serving encoder, the target of a switch, and its progress. */
import { Gauge, type Registry } from 'prom-client';
import type { EncoderFigures } from '../../../engines/encoders/describe-encoders.ts';

export function registerEncoderFigures(registry: Registry, read: () => Promise<EncoderFigures>): void {
  const rowsLeft = new Gauge({
    name: 'counterpart_encoder_rows_left',
    help: 'Rows that the target encoder has not encoded yet.',
    registers: [registry],
  });
  const share = new Gauge({
    name: 'counterpart_encoder_switch_share',
    help: 'Progress of the switch to another encoder, 0 to 1; 1 where none is running.',
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
