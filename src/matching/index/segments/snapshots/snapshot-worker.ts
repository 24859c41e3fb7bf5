/** A thread that writes and reads snapshot files one after another. */
import { serveCalls } from '../../../../platform/threads/serve-calls.ts';
import { collectSoon } from '../workers/collect-soon.ts';
import { readCodes, readSegment, writeCodes, writeSegment } from './snapshot-files.ts';
import type { AnySnapshotResult, SnapshotRequest } from './snapshot-protocol.ts';

serveCalls<SnapshotRequest, AnySnapshotResult>((request) => {
  try {
    return done(request);
  } finally {
    collectSoon();
  }
});

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
