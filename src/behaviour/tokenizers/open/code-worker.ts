/** The thread that holds codebooks. */
import { parentPort } from 'node:worker_threads';
import type { CodeAnswer, CodeTask } from './code-protocol.ts';
import { createInlineCodeRoom } from './code-room.ts';

const room = createInlineCodeRoom();
const port = parentPort!;

port.on('message', async (task: CodeTask) => {
  try {
    await carryOut(task);
  } catch (error) {
    tell({ id: task.id, error: (error as Error).message });
  }
});

async function carryOut(task: CodeTask): Promise<void> {
  const { id, key } = task;
  switch (task.kind) {
    case 'open':
      return tell({ id, opened: await room.open(key, task.bytes) });
    case 'codes':
      return tell({ id, codes: await room.codesOf(key, task.vectors) });
    case 'forget':
      return room.forget(key);
  }
}

function tell(answer: CodeAnswer): void {
  port.postMessage(answer);
}
