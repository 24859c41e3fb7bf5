/**
 * The tenants that a change is about, so that it holds their locks (`sql/transaction-locks.ts`).
 *
 * `null`: all of them. An empty list: the change needs no lock. Each of its statements is right by itself, or
 * it locks the tenants that it finds.
 */
import type { EncodedRow } from '../encoder-store.ts';
import type { EncodedWrite } from '../sql/people/encode-write.ts';
import type { WriteArguments, WriteName } from '../sql/write-operations.ts';

type Tenants = readonly string[] | null;
type TenantsOf = { readonly [Name in WriteName]: (...args: WriteArguments<Name>) => Tenants };

const first = (tenant: string): Tenants => [tenant];
const ofObject = ({ tenantId }: { readonly tenantId: string }): Tenants => [tenantId];
const none = (): Tenants => [];
const all = (): Tenants => null;

const tenantsOf: TenantsOf = {
  writeProfiles: (writes: readonly EncodedWrite[]) => writes.map(({ profile }) => profile.tenant_id),
  putLazyVectors: first,
  adoptEncoder: all,
  startSwitch: all,
  finishSwitch: all,
  putEncoded: (_, rows: readonly EncodedRow[]) => rows.map(({ tenantId }) => tenantId),
  dropOldVectors: none,
  erasePerson: first,
  recordOutcomes: first,
  recordFeedback: ofObject,
  freeUsedTriplets: first,
  withdrawPart: ofObject,
  recordShown: ofObject,
  forgetShown: all,
  startRun: ({ run }) => [run.tenantId],
  deployRun: first,
  withdrawModel: first,
  replaceRankingModel: first,
  forgetErasedMarks: first,
  noteLearnedFrom: first,
  keepCalibration: ofObject,
  createExperiment: ofObject,
  endExperiment: first,
  addExperimentResult: first,
  queueShadow: ofObject,
  takeShadow: first,
  addReplay: ofObject,
  moveModelAlias: first,
  removeModelAlias: first,
  putRefitSchedule: ofObject,
  noteRefit: ofObject,
  removeRefitSchedule: first,
  addSearchIndex: ofObject,
  changeSearchIndex: ofObject,
  serveSearchIndex: ofObject,
  retireSearchIndexes: first,
  noteUseOfSearchIndex: ofObject,
  removeSearchIndex: ofObject,
  createTenant: all,
  updateTenant: ofObject,
  createKey: ofObject,
  revokeKey: all,
  publishDefinition: (_, { tenantId }) => [tenantId],
  createConsoleSession: ofObject,
  noteConsoleUse: none,
  endConsoleSessions: none,
  endSessionsOfKey: first,
  addConsoleLink: ofObject,
  exchangeConsoleLink: (_, session) => [session.tenantId],
  forgetExpiredSessions: none,
  claimIdempotencyKey: ({ tenant }) => [tenant],
  renewIdempotencyKey: ({ tenant }) => [tenant],
  finishIdempotencyKey: ({ tenant }) => [tenant],
  releaseIdempotencyKey: ({ tenant }) => [tenant],
  forgetExpiredKeys: all,
  createJob: ofObject,
  takeJobs: none,
  prolongLeases: none,
  reportProgress: none,
  finishJob: none,
  cancelJob: first,
  forgetFinishedJobs: none,
  keepSecret: none,
  addDataset: ofObject,
  renewVersion: first,
  appendRows: ofObject,
  addTokenizer: ofObject,
  finishErasure: first,
  forgetMatchBatch: first,
  settleErasures: first,
  forgetFileErasures: first,
  blockPerson: first,
  liftBlock: first,
  deleteDataset: first,
  deleteModel: first,
  deleteTokenizer: first,
  reserveSpending: first,
  spendOnModels: first,
  countShown: none,
  addLikes: ofObject,
  movePrices: ofObject,
  forgetExposure: ofObject,
  noteIndexUses: none,
  putCoverage: first,
  forgetCoverage: none,
  appendAudit: (_, entries) => entries.map(({ tenantId }) => tenantId),
  forgetAudit: first,
  recorded: (_, { name, args }) => changedTenants(name, args as never),
};

export function changedTenants<Name extends WriteName>(name: Name, args: WriteArguments<Name>): Tenants {
  const found = tenantsOf[name](...args);
  return found === null ? null : [...new Set(found)];
}
