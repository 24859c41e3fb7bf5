/**
 * Queries as spans: the operation, the table, and the time it took. Neither the text of a query nor its
 * parameters are in them.
 */
import type { KyselyConfig, LogEvent, RootOperationNode } from 'kysely';
import { currentTracer, inSpan } from '../../tracing/current-tracer.ts';
import type { RunWrite } from './write-operations.ts';

/** Part of the configuration of a handle. Where nothing is traced, Kysely measures nothing either. */
export function tracedQueries(system: 'sqlite' | 'postgresql'): Pick<KyselyConfig, 'log'> {
  return currentTracer() === null ? {} : { log: (event) => addQuery(system, event) };
}

/** Changes as spans, from the call until the change is durable. */
export function tracedChanges(write: RunWrite): RunWrite {
  return (name, ...args) =>
    inSpan(
      () => ({ name: `store ${name}` }),
      () => write(name, ...args),
    );
}

function addQuery(system: string, { level, query, queryDurationMillis }: LogEvent): void {
  const { operation, table } = describeNode(query.query);
  const attributes = {
    'db.system.name': system,
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
    ...(level === 'error' && { 'error.type': 'query failed' }),
  };
  const name = table === undefined ? operation : `${operation} ${table}`;
  currentTracer()?.add({ name: `query ${name}`, kind: 'client', attributes }, queryDurationMillis);
}

interface Described {
  readonly operation: string;
  readonly table?: string | undefined;
}

function describeNode(node: RootOperationNode): Described {
  switch (node.kind) {
    case 'SelectQueryNode':
      return { operation: 'select', table: nameOf(node.from?.froms[0]) };
    case 'InsertQueryNode':
      return { operation: 'insert', table: nameOf(node.into) };
    case 'UpdateQueryNode':
      return { operation: 'update', table: nameOf(node.table) };
    case 'DeleteQueryNode':
      return { operation: 'delete', table: nameOf(node.from.froms[0]) };
    default:
      return { operation: 'sql' };
  }
}

/** The name of a table, also behind an alias; undefined for a subquery. */
function nameOf(node: object | undefined): string | undefined {
  const named = node as
    | { readonly kind?: string; readonly node?: object; readonly table?: unknown }
    | undefined;
  if (named?.kind === 'AliasNode') return nameOf(named.node);
  if (named?.kind !== 'TableNode') return undefined;
  return (named.table as { readonly identifier: { readonly name: string } }).identifier.name;
}
