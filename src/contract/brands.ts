/** Types that must not be confused carry a brand. A brand costs nothing at run time. */
declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** `ten_<lower-case ULID>`; first part of every key. */
export type TenantId = Branded<string, 'TenantId'>;
/** Position in the store's change feed: 1, 2, 3, …; 0 is before the first change. */
export type ChangeSequence = Branded<number, 'ChangeSequence'>;
/** Dense row number inside one candidate index. Means nothing outside it. */
export type RowNumber = Branded<number, 'RowNumber'>;

export function tenantId(text: string): TenantId {
  return text as TenantId;
}
export function changeSequence(value: number): ChangeSequence {
  return value as ChangeSequence;
}
export function rowNumber(value: number): RowNumber {
  return value as RowNumber;
}
