/** Everything that is stored about a person, in all domains, for an export. Long parts come in pages. */
import type { TenantId } from '../../contract/brands.ts';
import type { ContextItem } from './profile-row.ts';

export interface PersonStore {
  /** Whether anything is stored about the person, in a domain or (default: null) in any. */
  isKnown(tenant: TenantId, userId: string, domain?: string | null): Promise<boolean>;
  contextItems(tenant: TenantId, userId: string, pageSize: number): Pages<KnownContextItem>;
  /** Outcomes of one side, superseded ones included, then those that another key's outcome replaced. */
  outcomes(tenant: TenantId, userId: string, side: PersonSide, pageSize: number): Pages<KnownOutcome>;
  /** The answers of /match that the person received, oldest first. */
  matchesShownTo(tenant: TenantId, userId: string, pageSize: number): Pages<MatchShownTo>;
  /** The answers of /match in which the person stood, oldest first. */
  matchesShownIn(tenant: TenantId, userId: string, pageSize: number): Pages<MatchShownIn>;
  /** Whether the tenant has datasets, which may name anyone. */
  mayBeInDatasets(tenant: TenantId): Promise<boolean>;
  /** The versions of the kept models that were trained with outcomes of the person. */
  trainedModels(tenant: TenantId, userId: string): Promise<readonly string[]>;
  /** Ids that rows of the tenant name, but for rows of datasets. An id may come several times. */
  ids(tenant: TenantId, pageSize: number): Pages<string>;
  /** How logs name people: a keyed hash of tenant and id, 64 hex digits, in the order of the ids. */
  marks(tenant: TenantId, userIds: readonly string[]): Promise<readonly string[]>;
  /** A fingerprint of the secret of the marks: where it differs, the same person has another mark. */
  markKey(): Promise<string>;
}

type Pages<Row> = AsyncIterable<readonly Row[]>;

export type PersonSide = 'seeker' | 'candidate';

export interface KnownContextItem
  extends Pick<ContextItem, 'contextId' | 'source' | 'content' | 'createdAt'> {
  readonly domain: string;
}

export interface KnownOutcome {
  readonly domain: string;
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  readonly weight: number;
  readonly matchId: string | null;
  readonly at: string;
  /** False for a label that a later one of the pair superseded. */
  readonly isCurrent: boolean;
}

export interface ExploredPair {
  readonly explored: boolean;
  /** null: the match did not explore. */
  readonly propensity: number | null;
}

export interface MatchShownTo {
  readonly matchId: string;
  readonly domain: string;
  readonly atMs: number;
  /** When feedback confirmed that all of the answer was seen. */
  readonly confirmedMs: number | null;
  readonly candidates: readonly (ExploredPair & {
    readonly userId: string;
    readonly position: number;
    readonly score: number;
    /** When feedback confirmed that this candidate was seen. */
    readonly confirmedMs: number | null;
  })[];
}

export interface MatchShownIn extends ExploredPair {
  readonly matchId: string;
  readonly domain: string;
  readonly atMs: number;
  readonly seekerId: string;
  readonly position: number;
  readonly score: number;
  /** When feedback first confirmed that the person, or the whole answer, was seen. */
  readonly confirmedMs: number | null;
}
