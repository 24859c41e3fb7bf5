/** Part of the composition root: the dependencies of `counterpart evaluate`. */

import { shippedDomain } from '../domains/shipped-domains.ts';
import type { EvaluationReport } from '../matching/learn/evaluate/evaluation-report.ts';
import { evaluateDomain, type WantedEvaluation } from '../matching/learn/evaluate-domain.ts';
import { scorePairs } from '../matching/learn/fit/score-pairs.ts';
import { createSourcesFor } from '../matching/learn/runs/run-sources.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';
import { openArtifacts } from './open-artifacts.ts';
import { openEncoders } from './open-encoders.ts';
import { openPairSides } from './open-pair-sides.ts';

interface Parts {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly settings: Settings;
}

export async function evaluateHere(
  { store, accounts, settings }: Parts,
  wanted: WantedEvaluation,
): Promise<EvaluationReport> {
  const { domainFor, listTenants } = accounts;
  const encoders = await openEncoders(settings, store, { mayBeginSwitch: false, onNotice: () => {} });
  try {
    const { encoderId } = (await encoders.active()).serving;
    return await evaluateDomain(
      {
        store,
        artifacts: openArtifacts(settings),
        sourcesFor: createSourcesFor({ domainFor, listTenants, shippedDomain }),
        encoderId: async () => encoderId,
        fitting: async () => ({ scorePairs }),
        isHeldOut: () => openPairSides(store),
        clock: Date.now,
      },
      wanted,
    );
  } finally {
    await encoders.close();
  }
}
