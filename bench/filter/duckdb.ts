/** DuckDB, in memory, with its default threads; columns as narrow as its types allow. */
import { loadCompetitor } from '../competitors/load-competitor.ts';
import type { Competitor } from './competitor.ts';
import { bestInSql, placePointsInSql } from './score-in-sql.ts';

interface Appender {
  appendUTinyInt(value: number): void;
  appendUSmallInt(value: number): void;
  appendUInteger(value: number): void;
  endRow(): void;
  flushSync(): void;
  closeSync(): void;
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getColumns(): unknown[][] }>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}
interface Module {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}

export async function duckDb(): Promise<Competitor | null> {
  const loaded = await loadCompetitor<Module>('@duckdb/node-api');
  if (loaded === null) return null;
  const connection = await (await loaded.DuckDBInstance.create(':memory:')).connect();
  let asked: Float64Array | null = null;
  return {
    name: 'DuckDB',
    async load({ rows, age, gender, goal, style, place, tie }) {
      await connection.run(
        'create table people (n uinteger, age utinyint, gender utinyint, goal utinyint, style utinyint, place usmallint, tie uinteger)',
      );
      await connection.run('create table place_points (place usmallint, points double)');
      const appender = await connection.createAppender('people');
      for (let n = 0; n < rows; n++) {
        appender.appendUInteger(n);
        for (const column of [age, gender, goal, style]) appender.appendUTinyInt(column[n]!);
        appender.appendUSmallInt(place[n]!);
        appender.appendUInteger(tie[n]!);
        appender.endRow();
        if (n % 100_000 === 0) appender.flushSync();
      }
      appender.flushSync();
      appender.closeSync();
    },
    async best(query) {
      if (asked !== query.points.place) {
        await connection.run('delete from place_points');
        await connection.run(placePointsInSql(query.points.place));
        asked = query.points.place;
      }
      const answer = await connection.runAndReadAll(bestInSql(query));
      return Uint32Array.from(answer.getColumns()[0] as number[]);
    },
    close: async () => connection.closeSync(),
  };
}
