/** Every operation of the service, in the order of the documentation. */

import type { DownloadLinks } from '../downloads/download-link.ts';
import type { OpenApiDocument } from '../openapi/complete-document.ts';
import type { Operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import type { SystemStateParts } from '../system/system-state.ts';
import { endpoints } from './endpoints.generated.ts';
import type { ReadinessParts } from './get-readyz.ts';
import recordedAnswers from './recorded-answers.generated.json' with { type: 'json' };

/** Seals and opens the texts that callers hand back. */
export interface SealingParts {
  readonly cursors: Sealer;
  readonly downloads: DownloadLinks;
}

export interface OperationParts
  extends ServerDependencies,
    ReadinessParts,
    SealingParts,
    Pick<SystemStateParts, 'recentErrors' | 'eventLoop'> {
  readonly document: () => Promise<OpenApiDocument>;
}

export function listOperations(parts: OperationParts): readonly Operation[] {
  return endpoints.map((endpoint) => withRecordedAnswer(endpoint(parts)));
}

/** Adds the recorded answer of a real service to the documentation of the operation. */
function withRecordedAnswer(operation: Operation): Operation {
  const example = (recordedAnswers as Readonly<Record<string, unknown>>)[operation.operationId];
  return example === undefined ? operation : { ...operation, answer: { ...operation.answer, example } };
}
