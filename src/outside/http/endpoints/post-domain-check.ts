import { MIB } from '../../../contract/common.ts';
import { DomainCheck, DomainCheckRequest, MAX_DEFINITION_BYTES } from '../../../contract/domain.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const checkDomainExample: DomainCheckRequest = {
  source: `domain: walks
version: 1
title: People to walk with
reciprocal: product
fields:
  - name: age
    kind: hard
    type: integer
    required: true
    range: [18, 120]
    extract: [{rule: age}]
  - name: pace
    kind: hard
    type: enum
    values: [slow, brisk]
    extract:
      - rule: phrases
        values: {slow: [stroll*], brisk: [brisk, fast]}
scorecard:
  terms:
    - {name: pace, compare: same, field: pace, same: 0.8, different: -0.4}
`,
  texts: ["I'm 41 and like a brisk walk before work."],
};

export const postDomainCheck = ({ domains }: Pick<ServerDependencies, 'domains'>) =>
  operation({
    operationId: 'checkDomain',
    sdk: 'domains.check',
    method: 'POST',
    path: '/v1/domains/check',
    scope: ['read', 'operator'],
    tag: 'Domains',
    summary: 'Check a definition of a domain',
    description:
      'Reads a definition without storing it: its faults with their lines, or a summary, what it would change in the domain of the same name, and what it finds in up to five texts. The answer comes within ten seconds of the request. A definition that takes too long (five seconds where other workspaces wait) or too much memory to read has that as its only fault; where others leave too little time, the answer is 503 `overloaded`.',
    body: DomainCheckRequest,
    texts: ['source'],
    textLimit: MAX_DEFINITION_BYTES,
    bodyLimit: 3 * MIB,
    examples: {
      'A definition and a text': checkDomainExample,
      'A faulty definition': {
        source: 'domain: walks\nversion: one\ntitle: People to walk with\n',
      },
    },
    answer: { status: 200, description: 'Faults, or what the definition says.', schema: DomainCheck },
    errors: ['not_found'],
    handle: async ({ caller, body, signal, requestId }) => ({
      ...(await domains.check(caller.tenantId, body, signal)),
      request_id: requestId,
    }),
  });
