/** HTTP as bytes on a socket, for requests that no client library sends. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface RawConnection {
  readonly socket: Socket;
  /** All that came so far. */
  received(): string;
  /** The next response with a status of at least 200. Rejects if the connection ends before. */
  answer(): Promise<RawAnswer>;
  readonly closed: Promise<unknown>;
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: false });
  let bytes = Buffer.alloc(0);
  let taken = 0;
  let fault = '';
  socket.on('error', (error: NodeJS.ErrnoException) => {
    fault = error.code ?? error.message;
  });
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
  });
  const closed = once(socket, 'close').catch(() => undefined);
  await once(socket, 'connect');
  return {
    socket,
    received: () => bytes.toString('latin1'),
    closed,
    async answer() {
      for (;;) {
        const found = parseAnswer(bytes.subarray(taken));
        if (found !== null) {
          taken += found.length;
          if (found.answer.status >= 200) return found.answer;
          continue;
        }
        if (socket.closed) throw new Error(`closed (${fault}) after «${bytes.toString('latin1')}»`);
        await Promise.race([once(socket, 'data'), closed]).catch(() => undefined);
      }
    },
  };
}

/** Sends the text and gives the one answer. */
export async function askRaw(port: number, text: string): Promise<RawAnswer> {
  const connection = await openRaw(port);
  connection.socket.write(text);
  try {
    return await connection.answer();
  } finally {
    connection.socket.destroy();
  }
}

function parseAnswer(bytes: Buffer): { readonly answer: RawAnswer; readonly length: number } | null {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return null;
  const body = bytes.subarray(end + 4, length).toString('utf8');
  return { answer: { status: Number(statusLine.split(' ')[1]), headers, text: body }, length };
}
