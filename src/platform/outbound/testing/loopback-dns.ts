/**
 * A DNS server on the loopback, which answers every question for an address with the next answer of the test.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const CLASS_IN = 1;
/** Response, recursion desired and available. */
const FLAGS = 0x8180;
/** Offset of the question's name, as a compressed name. */
const NAME = 0xc000 | HEADER_BYTES;

export interface LoopbackDns {
  readonly port: number;
  /** Questions for IPv4 addresses so far. */
  asked(): number;
  close(): Promise<void>;
}

/** `answers`: the IPv4 addresses of the next answer. It is told again at once: the time to live is 0. */
export async function startLoopbackDns(answers: () => readonly string[]): Promise<LoopbackDns> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, from) => {
    const end = endOfName(question) + 4;
    const isA = question.readUInt16BE(end - 4) === TYPE_A;
    if (isA) asked += 1;
    socket.send(answerTo(question.subarray(0, end), isA ? answers() : []), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    asked: () => asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Behind the name's last, empty label. */
function endOfName(question: Buffer): number {
  let at = HEADER_BYTES;
  while (question[at] !== 0) at += question[at]! + 1;
  return at + 1;
}

function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(FLAGS, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map(record)]);
}

function record(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16BE(NAME, 0);
  bytes.writeUInt16BE(TYPE_A, 2);
  bytes.writeUInt16BE(CLASS_IN, 4);
  bytes.writeUInt32BE(0, 6);
  bytes.writeUInt16BE(4, 10);
  address.split('.').forEach((part, n) => {
    bytes.writeUInt8(Number(part), 12 + n);
  });
  return bytes;
}
