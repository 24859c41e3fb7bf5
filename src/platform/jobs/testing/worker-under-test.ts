/** A worker process for tests. `setup.mode` selects the behaviour. */
import { appendFileSync } from 'node:fs';
import { serveWorker } from '../process/serve-worker.ts';

serveWorker(async (setup, lines) => {
  const { mode, file } = setup as { mode: 'live' | 'die' | 'hang'; file: string };
  const note = (what: string) => appendFileSync(file, `${what} ${process.pid}\n`);
  note('started');
  if (mode === 'die') setTimeout(() => process.exit(7), 20);
  return {
    wake: () => {
      lines.log(JSON.stringify({ msg: 'woken' }));
      lines.ended({ kind: 'noop', outcome: 'succeeded', ms: 1 });
    },
    stop: async () => {
      if (mode === 'hang') await new Promise(() => setInterval(() => {}, 1000));
      note('stopped');
    },
  };
});
