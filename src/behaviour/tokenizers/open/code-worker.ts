/** The codebook thread. */
import { serveCalls } from '../../../platform/threads/serve-calls.ts';
import { createCodeAssigner } from './code-assigner.ts';
import type { CodeAnswer, CodeRequest } from './code-protocol.ts';

const assigner = createCodeAssigner();

serveCalls<CodeRequest, CodeAnswer>((request) => {
  switch (request.kind) {
    case 'open':
      return assigner.open(request.key, request.bytes);
    case 'codes':
      return assigner.codesOf(request.key, request.vectors);
    case 'forget':
      assigner.forget(request.key);
      return undefined;
    default:
      return request satisfies never;
  }
});
