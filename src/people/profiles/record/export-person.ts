/** Everything that the service knows of a person, in wire form; the parts without a bound come in pages. */
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError, apiError } from '../../../contract/errors.ts';
import type { StoredValues } from '../../../contract/stored-record.ts';
import type { UserRecord } from '../../../contract/user.ts';
import type {
  CandidateExposure,
  ExportedContextItem,
  KeptDocumentEntry,
  MatchShownIn,
  MatchShownTo,
  OutcomeAsCandidate,
  OutcomeAsSeeker,
} from '../../../contract/user-export.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { PersonExposure } from '../../../platform/storage/exposure-store.ts';
import type { KeptDocument } from '../../../platform/storage/kept-document-store.ts';
import type { ExploredPair, KnownOutcome } from '../../../platform/storage/person-store.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { storedValues } from './stored-record.ts';
import { userRecord } from './user-record.ts';

type Pages<Row> = AsyncIterable<readonly Row[]>;

export interface PersonExport {
  readonly user_id: string;
  readonly exported_at: string;
  readonly records: Readonly<Record<string, UserRecord>>;
  readonly stored: Readonly<Record<string, StoredValues>>;
  readonly trained_models: readonly string[];
  readonly documents: readonly KeptDocumentEntry[];
  readonly fair_exposure: readonly CandidateExposure[];
  readonly context_items: Pages<ExportedContextItem>;
  readonly outcomes_as_seeker: Pages<OutcomeAsSeeker>;
  readonly outcomes_as_candidate: Pages<OutcomeAsCandidate>;
  readonly matches_shown_to: Pages<MatchShownTo>;
  readonly matches_shown_in: Pages<MatchShownIn>;
}

/** Rows of a page, by what a row may hold: a text of 256 KiB, an outcome, or 100 candidates. */
const TEXTS_A_PAGE = 8;
const OUTCOMES_A_PAGE = 1000;
const MATCHES_A_PAGE = 50;

/** Throws 404 `user_not_found` where nothing is stored about the person. */
export async function exportPerson(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  userId: string,
): Promise<PersonExport> {
  const { people, exposure, keptDocuments } = dependencies.store;
  if (!(await people.isKnown(tenant, userId))) {
    throw apiError('user_not_found', `nothing is known of a user «${userId}». POST /v1/users makes one.`, {
      user_id: userId,
    });
  }
  const rows = await dependencies.store.profiles.listDomains(tenant, userId);
  return {
    user_id: userId,
    exported_at: new Date(dependencies.clock()).toISOString(),
    records: await recordsOf(dependencies, tenant, userId, rows),
    stored: Object.fromEntries(rows.map((row) => [row.domain, storedValues(row)])),
    trained_models: await people.trainedModels(tenant, userId),
    documents: (await keptDocuments.ofPerson(tenant, userId)).map(documentOf),
    fair_exposure: (await exposure.ofPerson(tenant, userId)).map(exposureOf),
    context_items: inWireForm(
      people.contextItems(tenant, userId, TEXTS_A_PAGE),
      ({ domain, contextId, source, content, createdAt }) => ({
        ...{ domain, context_id: contextId, source, content, created_at: createdAt },
      }),
    ),
    outcomes_as_seeker: inWireForm(people.outcomes(tenant, userId, 'seeker', OUTCOMES_A_PAGE), (outcome) => ({
      candidate_id: outcome.candidateId,
      ...outcomeFields(outcome),
    })),
    outcomes_as_candidate: inWireForm(
      people.outcomes(tenant, userId, 'candidate', OUTCOMES_A_PAGE),
      (outcome) => ({ seeker_id: outcome.seekerId, ...outcomeFields(outcome) }),
    ),
    matches_shown_to: inWireForm(
      people.matchesShownTo(tenant, userId, MATCHES_A_PAGE),
      ({ matchId, domain, atMs, confirmedMs, candidates }) => ({
        ...{ match_id: matchId, domain, at: new Date(atMs).toISOString() },
        ...confirmedAt(confirmedMs),
        candidates: candidates.map((each) => ({
          ...{ user_id: each.userId, position: each.position + 1, score: each.score },
          ...confirmedAt(each.confirmedMs),
          ...exploringOf(each),
        })),
      }),
    ),
    matches_shown_in: inWireForm(
      people.matchesShownIn(tenant, userId, OUTCOMES_A_PAGE),
      ({ matchId, domain, atMs, seekerId, position, score, confirmedMs, ...pair }) => ({
        ...{ match_id: matchId, domain, at: new Date(atMs).toISOString() },
        ...{ seeker_id: seekerId, position: position + 1, score },
        ...confirmedAt(confirmedMs),
        ...exploringOf(pair),
      }),
    ),
  };
}

function exploringOf({ explored, propensity }: ExploredPair) {
  return { ...(explored && { explored }), ...(propensity !== null && { propensity }) };
}

function documentOf({ documentId, createdAt, ...kept }: KeptDocument): KeptDocumentEntry {
  const { domain, source, format, bytes, sha256 } = kept;
  return { domain, document_id: documentId, source, format, bytes, sha256, created_at: createdAt };
}

function exposureOf({ domain, likes, price, capped, atMs }: PersonExposure): CandidateExposure {
  const at = new Date(atMs).toISOString();
  return { domain, expected_likes: likes, price, over_capacity: capped, at };
}

async function* inWireForm<Row, Wire>(pages: Pages<Row>, toWire: (row: Row) => Wire): AsyncGenerator<Wire[]> {
  for await (const page of pages) yield page.map(toWire);
}

function confirmedAt(confirmedMs: number | null): { confirmed_at?: string } {
  return confirmedMs === null ? {} : { confirmed_at: new Date(confirmedMs).toISOString() };
}

function outcomeFields({ domain, label, weight, matchId, at, isCurrent }: KnownOutcome) {
  return { domain, outcome: label, weight, match_id: matchId, at, current: isCurrent };
}

async function recordsOf(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  userId: string,
  rows: readonly ProfileRow[],
): Promise<Record<string, UserRecord>> {
  const { profiles } = dependencies.store;
  const { serving } = await dependencies.encoders.active();
  const vectors = await profiles.vectors(tenant, userId);
  const shown = vectors.filter((each) => each.encoderId === serving.encoderId);
  const records: Record<string, UserRecord> = {};
  for (const row of rows) {
    records[row.domain] = userRecord(
      await definitionOf(dependencies, tenant, row.domain),
      row,
      shown.filter((each) => each.sourceDomain === row.domain),
    );
  }
  return records;
}

/** null for a domain that the tenant no longer has. */
async function definitionOf(
  { domainFor }: ProfileDependencies,
  tenant: TenantId,
  domain: string,
): Promise<DomainDefinition | null> {
  try {
    return (await domainFor(tenant, domain)).definition;
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'domain_not_found'))
      return null;
    throw error;
  }
}
