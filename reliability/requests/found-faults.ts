/** Faults that differ, each with one request that has it. */
import type { GeneratedRequest } from './any-request.ts';
import type { Outcome } from './send-generated.ts';

export interface FoundFault {
  readonly request: GeneratedRequest;
  readonly outcome: Outcome;
  times: number;
}

export class FoundFaults {
  readonly #found = new Map<string, FoundFault>();

  add(request: GeneratedRequest, outcome: Outcome): void {
    const signature = signatureOf(request, outcome);
    const known = this.#found.get(signature);
    if (known === undefined) this.#found.set(signature, { request, outcome, times: 1 });
    else known.times += 1;
  }

  all(): readonly FoundFault[] {
    return [...this.#found.values()];
  }
}

/** Ids and figures aside, equal faults of an operation have equal signatures. */
export function signatureOf({ operationId }: GeneratedRequest, { faults }: Outcome): string {
  const text = faults.join('; ').replaceAll(/req_[\w.:-]+|[a-z]+_[0-9a-z]{26}|\d{2,} ms/g, '…');
  return `${operationId}: ${text.slice(0, 400)}`;
}
