/** A thread that writes and reads files of snapshots, one after the other. */
import { parentPort } from 'node:worker_threads';
import { collectSoon } from '../workers/collect-soon.ts';
import { readCodes, readSegment, writeCodes, writeSegment } from './snapshot-files.ts';
import { DamagedSnapshot } from './snapshot-format.ts';
import type { SnapshotAnswer, SnapshotRequest } from './snapshot-protocol.ts';

const port = parentPort!;

port.on('message', ({ id, request }: { readonly id: number; readonly request: SnapshotRequest }) => {
  port.postMessage(answer(id, request));
  collectSoon();
});

function answer(id: number, request: SnapshotRequest): SnapshotAnswer {
  try {
    return { id, result: done(request) };
  } catch (error) {
    const { message } = error as Error;
    return { id, error: message, isDamage: error instanceof DamagedSnapshot };
  }
}

function done(request: SnapshotRequest) {
  switch (request.kind) {
    case 'writeSegment':
      return writeSegment(request);
    case 'writeCodes':
      return writeCodes(request);
    case 'readSegment':
      return readSegment(request);
    case 'readCodes':
      return readCodes(request);
    default:
      return request satisfies never;
  }
}
