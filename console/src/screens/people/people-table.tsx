import { Link } from '@tanstack/react-router';
import type { FoundUser, PeopleSort } from '../../api/people-queries.ts';
import type { Schema, SchemaField } from '../../api/queries.ts';
import { PersonLine } from '../../parts/person-line.tsx';
import { capitalized, shownValue, words } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { isSortable } from './people-columns.ts';
import styles from './people-table.module.css';
import { SortHeader } from './sort-header.tsx';

interface Props {
  readonly rows: readonly FoundUser[];
  readonly schema: Schema;
  readonly columns: readonly SchemaField[];
  readonly sort: PeopleSort | undefined;
  readonly onSort: (sort: PeopleSort | undefined) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], isSelected: boolean) => void;
  readonly busy: boolean;
}

/** The people of a page. On a narrow screen the table scrolls in its frame. */
export function PeopleTable({ rows, schema, columns, sort, onSort, selected, onSelect, busy }: Props) {
  const session = useSession();
  const ids = rows.map(({ user_id }) => user_id);
  const chosen = ids.filter((id) => selected.has(id)).length;
  const mayErase = allows(session, 'write');
  const mayMatch = allows(session, 'match');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls takes the keys
    <section className={styles.frame} aria-label={text.people.table} tabIndex={0}>
      <table className={styles.table} aria-busy={busy}>
        <caption>{text.people.table}</caption>
        <thead>
          <tr>
            {mayErase && (
              <th scope="col" className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={text.people.selectPage}
                  checked={chosen === ids.length}
                  ref={(box) => {
                    if (box) box.indeterminate = chosen > 0 && chosen < ids.length;
                  }}
                  onChange={({ currentTarget }) => onSelect(ids, currentTarget.checked)}
                />
              </th>
            )}
            <SortHeader by="user_id" label={text.people.person} sort={sort} onSort={onSort} />
            {columns.map((field) =>
              isSortable(field) ? (
                <SortHeader
                  key={field.name}
                  by={field.name}
                  label={headOf(field)}
                  numeric={isNumeric(field)}
                  sort={sort}
                  onSort={onSort}
                />
              ) : (
                <th key={field.name} scope="col">
                  {headOf(field)}
                </th>
              ),
            )}
            <th scope="col">{text.people.state}</th>
            <SortHeader by="updated_at" label={text.people.changed} sort={sort} onSort={onSort} />
            {mayMatch && <th scope="col">{text.people.match}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((person) => (
            <tr key={person.user_id} data-selected={selected.has(person.user_id) || undefined}>
              {mayErase && (
                <td className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={text.people.select(person.user_id)}
                    checked={selected.has(person.user_id)}
                    onChange={({ currentTarget }) => onSelect([person.user_id], currentTarget.checked)}
                  />
                </td>
              )}
              <th scope="row" className={styles.person}>
                <Link
                  to="/people/$userId"
                  params={{ userId: person.user_id }}
                  search={{ domain: schema.domain }}
                >
                  <PersonLine person={nameOf(person, columns)} />
                </Link>
              </th>
              {columns.map((field) => (
                <td
                  key={field.name}
                  data-numeric={isNumeric(field) || undefined}
                  title={cellOf(person, field)}
                >
                  {cellOf(person, field)}
                </td>
              ))}
              <td>
                <State person={person} schema={schema} />
              </td>
              <td>
                <time dateTime={person.updated_at}>{dateTime(person.updated_at)}</time>
              </td>
              {mayMatch && (
                <td>
                  <Link
                    to="/match"
                    search={{ domain: schema.domain, user: person.user_id }}
                    aria-label={text.people.matchOf(person.user_id)}
                  >
                    {text.people.match}
                  </Link>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function State({ person, schema }: { readonly person: FoundUser; readonly schema: Schema }) {
  const missing = schema.fields.filter(
    ({ required, name }) => required && !Object.hasOwn(person.fields, name),
  );
  const lacks = missing.map(({ name }) => words(name)).join(', ');
  return (
    <span className={styles.state} data-complete={person.complete || undefined}>
      {person.complete ? text.people.complete : text.people.incomplete}
      {!person.complete && lacks !== '' && `, ${text.people.lacks(lacks)}`}
    </span>
  );
}

/** Without what a column shows. */
function nameOf(person: FoundUser, columns: readonly SchemaField[]): FoundUser {
  const isShown = columns.some(({ name }) => name === person.matched?.field);
  return { ...person, subtitle: '', matched: isShown ? null : person.matched };
}

const isNumeric = ({ type }: SchemaField) => type === 'integer' || type === 'number';

const headOf = ({ name, unit }: SchemaField) =>
  unit === undefined || unit === null ? capitalized(name) : `${capitalized(name)} (${unit})`;

/** Choices in words, texts as they are. */
function cellOf({ fields }: FoundUser, { name, type }: SchemaField): string {
  if (!Object.hasOwn(fields, name)) return '';
  const value = shownValue(fields[name]);
  return type === 'enum' ? words(value) : value;
}
