/**
 * The types of a tenant's own domains. `counterpart types --domain NAME` writes an interface of the form
 * `DomainTypes`; `new Counterpart<Dating>(…)`, or `new Counterpart<Dating | Hiring>(…)`, then checks fields,
 * filters and preferences.
 */
import type { MatchRequest, UpsertUserRequest, UserRecord, UserRecords } from './types.generated.ts';

export interface DomainTypes {
  readonly domain: string;
  /** As records show them: hard and soft fields. */
  readonly fields: object;
  readonly derived: object;
  /** As an upsert takes them. */
  readonly input: object;
  readonly filters: object;
  readonly preferences: object;
}

/** Without types of a domain: any name, any field. */
export interface AnyDomain extends DomainTypes {
  readonly fields: Record<string, unknown>;
  readonly derived: Record<string, unknown>;
  readonly input: Record<string, unknown>;
  readonly filters: Record<string, unknown>;
  readonly preferences: Record<string, unknown>;
}

export type DomainName<D extends DomainTypes> = D['domain'];

/** The types of the domain with this name. */
export type OfDomain<D extends DomainTypes, Name extends string> = D extends { readonly domain: Name }
  ? D
  : string extends D['domain']
    ? D
    : never;

/** A body or query with the name of a domain of the client. */
export type In<D extends DomainTypes, Whole> = Omit<Whole, 'domain'> & { domain: DomainName<D> };

export type UpsertUser<D extends DomainTypes = AnyDomain> = D extends DomainTypes
  ? Omit<UpsertUserRequest, 'domain' | 'fields' | 'preferences'> & {
      domain: D['domain'];
      fields?: D['input'];
      preferences?: D['preferences'];
    }
  : never;

type OrNull<T> = { [Key in keyof T]: T[Key] | null };

/** Null takes a value away. */
export type PatchUser<D extends DomainTypes = AnyDomain> = D extends DomainTypes
  ? {
      fields?: OrNull<D['input']> | null;
      preferences?: OrNull<D['preferences']> | null;
    }
  : never;

export type User<D extends DomainTypes = AnyDomain> = D extends DomainTypes
  ? Omit<UserRecord, 'domain' | 'fields' | 'derived' | 'preferences'> & {
      domain: D['domain'];
      fields: D['fields'];
      derived: D['derived'];
      preferences: D['preferences'];
    }
  : never;

export type Users<D extends DomainTypes = AnyDomain> = Omit<UserRecords, 'domains'> & {
  domains: { [Name in DomainName<D>]?: User<OfDomain<D, Name>> };
};

/** Without the keys of an earlier version of the API. */
export type Match<D extends DomainTypes = AnyDomain> = D extends DomainTypes
  ? Omit<MatchRequest, 'domain' | 'filters' | 'max_matches' | 'metadata_filters' | 'model'> & {
      domain: D['domain'];
      filters?: D['filters'];
    }
  : never;

/** Keys that the filters of every domain take. */
export interface CommonFilters {
  exclude_user_ids?: readonly string[];
  /** Default: rejected, accepted, converted. */
  exclude_outcomes?: readonly string[];
}

export interface CommonPreferences {
  /** A block list: it works both ways. */
  exclude_user_ids?: readonly string[];
}

interface Comparison<Value> {
  eq?: Value;
  ne?: Value;
  in?: readonly Value[];
  nin?: readonly Value[];
  exists?: boolean;
  /** Whether people without a value pass. Default: drop. */
  missing?: 'pass' | 'drop';
}

/** A value (equals), an array (any of), or an object of comparisons that must all hold. */
export type ValueFilter<Value> = Value | readonly Value[] | Comparison<Value>;

export type NumberFilter =
  | number
  | readonly number[]
  | (Comparison<number> & { gt?: number; gte?: number; lt?: number; lte?: number });

/** Kilometres; as an object, also whether people without a known place pass. */
export type DistanceFilter = number | { km: number; missing?: 'pass' | 'drop' };

/** The name of a place, `"lat,lon"`, or a point. */
export type Place = string | { lat: number; lon: number };
