/**
 * Numbers the matches of a training set densely, in order of first occurrence, and notes the candidates with
 * a decision.
 */
import type { TenantId } from '../../../contract/brands.ts';

export interface Slate {
  readonly tenantId: TenantId;
  readonly matchId: string;
  readonly number: number;
  /** Candidates on whom feedback that names the match decided. */
  readonly decided: ReadonlySet<string>;
}

interface OpenSlate extends Slate {
  readonly decided: Set<string>;
}

export class Slates {
  /** Match ids are unique over all tenants. */
  readonly #slates = new Map<string, OpenSlate>();

  /** The number of the match; notes that feedback decided on the candidate. */
  decided(tenantId: TenantId, matchId: string, candidateId: string): number {
    const slate = this.#slate(tenantId, matchId);
    slate.decided.add(candidateId);
    return slate.number;
  }

  /** The number of the match; assigns one at the first call. */
  number(tenantId: TenantId, matchId: string): number {
    return this.#slate(tenantId, matchId).number;
  }

  ofMatch(matchId: string): Slate | undefined {
    return this.#slates.get(matchId);
  }

  /** Every match that has a number. */
  all(): Iterable<Slate> {
    return this.#slates.values();
  }

  #slate(tenantId: TenantId, matchId: string): OpenSlate {
    const known = this.#slates.get(matchId);
    if (known !== undefined) return known;
    const slate = { tenantId, matchId, decided: new Set<string>(), number: this.#slates.size };
    this.#slates.set(matchId, slate);
    return slate;
  }
}
