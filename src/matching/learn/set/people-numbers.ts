/** Numbers people densely by tenant and id, in order of first occurrence. */
import type { TenantId } from '../../../contract/brands.ts';

export interface NumberedPerson {
  readonly tenantId: TenantId;
  readonly userId: string;
}

export class PeopleNumbers {
  readonly #numbers = new Map<TenantId, Map<string, number>>();
  readonly #people: NumberedPerson[] = [];

  get people(): readonly NumberedPerson[] {
    return this.#people;
  }

  /** The person's number; assigns one at the first call. */
  number(tenantId: TenantId, userId: string): number {
    const ofTenant = this.#numbers.get(tenantId) ?? new Map<string, number>();
    this.#numbers.set(tenantId, ofTenant);
    const known = ofTenant.get(userId);
    if (known !== undefined) return known;
    const next = this.#people.length;
    ofTenant.set(userId, next);
    this.#people.push({ tenantId, userId });
    return next;
  }

  /** The person's number; undefined without one. */
  known(tenantId: TenantId, userId: string): number | undefined {
    return this.#numbers.get(tenantId)?.get(userId);
  }
}
