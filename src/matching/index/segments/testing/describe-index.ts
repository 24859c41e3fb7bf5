/** Everything that an index returns about its rows, by user id: equal for equal indexes. */
import { type RowNumber, rowNumber } from '../../../../contract/brands.ts';
import type { CandidateIndex } from '../../candidate-index.ts';

export function liveRows(index: CandidateIndex): readonly RowNumber[] {
  return [...Array(index.rowLimit).keys()].map(rowNumber).filter((row) => index.isLive(row));
}

export function describeIndex(
  index: CandidateIndex,
  encoderIds: readonly string[],
  userIds: readonly string[] = [],
): Record<string, unknown> {
  const { fields } = index.definition;
  const entries = liveRows(index).map((row) => [
    index.userIdOf(row)!,
    {
      row: index.rowOf(index.userIdOf(row)!) === row,
      values: fields.map(({ name }) => index.valueOf(row, name)),
      present: fields.map(({ name }) => index.hasValue(row, name)),
      places: fields.map(({ name }) => index.placeOf(row, name)),
      updatedAt: index.updatedAtMs(row),
      vectors: encoderIds.map((encoderId) => index.vectorOf(row, encoderId)),
      blocking: userIds.filter((userId) => index.blocking(userId).includes(row)),
    },
  ]);
  return { size: index.size, sequence: index.sequence, people: Object.fromEntries(entries) };
}
