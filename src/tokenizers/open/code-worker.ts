/** The codebook thread. */
import { serveCalls } from '../../threads/serve-calls.ts';
import { createCodeAssigner } from './code-assigner.ts';
import type { CodeAnswer, CodeRequest } from './code-protocol.ts';

const room = createCodeAssigner();

serveCalls<CodeRequest, CodeAnswer>((request) => {
  switch (request.kind) {
    case 'open':
      return room.open(request.key, request.bytes);
    case 'codes':
      return room.codesOf(request.key, request.vectors);
    case 'forget':
      room.forget(request.key);
      return undefined;
    default:
      return request satisfies never;
  }
});
