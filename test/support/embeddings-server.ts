/**
 * A loopback server with the /embeddings protocol. A gate holds back batches of jobs; single profiles pass.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const DIMENSION = 7;
/** More inputs than one profile has: the text and up to 8 sentences. */
const LEAST_OF_A_BATCH = 10;

export interface EmbeddingsServer {
  readonly url: string;
  /** Texts of batches that were let through. */
  passed(): number;
  /** How many batches wait at the gate. */
  waiting(): number;
  /** Lets so many batches through, all from now on without a number. */
  open(batches?: number): void;
  close(): Promise<void>;
}

export async function startEmbeddingsServer(): Promise<EmbeddingsServer> {
  let allowed = 0;
  let passed = 0;
  const queue: (() => void)[] = [];
  const letThrough = () => {
    while (allowed > 0 && queue.length > 0) {
      allowed -= 1;
      queue.shift()!();
    }
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { input } = JSON.parse(body) as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
      const answer = () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data }));
      };
      if (input.length < LEAST_OF_A_BATCH) return answer();
      const inQueue = () => {
        passed += input.length;
        answer();
      };
      queue.push(inQueue);
      request.socket.once('close', () => {
        if (queue.includes(inQueue)) queue.splice(queue.indexOf(inQueue), 1);
      });
      letThrough();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    passed: () => passed,
    waiting: () => queue.length,
    open: (batches = Number.POSITIVE_INFINITY) => {
      allowed = batches;
      letThrough();
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** How many words begin with each of some letters: unlike enough the embedded encoder's. */
function vectorOf(text: string): number[] {
  const words = text.toLowerCase().split(/\W+/);
  return Array.from(
    { length: DIMENSION },
    (_, d) => 1 + words.filter((word) => word.charCodeAt(0) % DIMENSION === d).length,
  );
}
