/** Reads the bytes of a body, bounded in size and in minimum rate. After a refusal the rest stays unread. */
import type { Readable } from 'node:stream';
import { type ApiError, apiErrorAs, invalidRequest } from '../../../contract/errors.ts';
import { type BodyPace, leastBytes, watchPace } from './body-pace.ts';
import { bodyTooLarge } from './refuse-announced-size.ts';

/** Throws 413 past `limitBytes`, 408 below the pace, 400 where the connection ends before the body. */
export function readBody(stream: Readable, limitBytes: number, pace: BodyPace): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const stopWatching = watchPace(
      pace,
      () => received,
      () => refuse(tooSlow(pace)),
    );
    const stop = () => {
      stopWatching();
      stream.off('data', take).off('end', finish).off('close', cutOff).off('error', cutOff);
    };
    const refuse = (error: ApiError) => {
      stop();
      stream.pause();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      received += chunk.length;
      if (received > limitBytes) refuse(bodyTooLarge(limitBytes));
      else chunks.push(chunk);
    };
    const finish = () => {
      stop();
      resolve(Buffer.concat(chunks, received));
    };
    const cutOff = () => refuse(notWhole());
    stream.on('data', take).once('end', finish).once('close', cutOff).once('error', cutOff);
    if (stream.destroyed) cutOff();
  });
}

export function tooSlow(pace: BodyPace): ApiError {
  const seconds = pace.graceMs / 1000;
  return apiErrorAs(
    408,
    'invalid_request',
    `The body came too slowly: fewer than ${leastBytes(pace)} bytes in ${seconds} seconds, where the least is ${pace.minBytesPerSecond} bytes a second. Send it again, over a faster connection or in smaller parts.`,
    { issues: [] },
  );
}

export function notWhole(): ApiError {
  return invalidRequest([
    { path: '', message: 'the connection ended before the body was in; send it again' },
  ]);
}
