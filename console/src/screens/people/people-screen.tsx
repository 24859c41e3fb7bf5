import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type PeopleAsked, type PeopleFound, searchQuery } from '../../api/people-queries.ts';
import { type Schema, schemasQuery } from '../../api/queries.ts';
import { DomainSelect } from '../../parts/domain-select.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { BulkEraseDialog } from './bulk-erase-dialog.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FirstRun } from './first-run.tsx';
import { PageButtons } from './page-buttons.tsx';
import { possibleColumns, shownColumns } from './people-columns.ts';
import styles from './people-screen.module.css';
import { changedView, type PeopleSearch, type ViewChange, wholeFilters } from './people-search.ts';
import { PeopleTable } from './people-table.tsx';
import { RecentPeople } from './recent-people.tsx';
import { SampleButton } from './sample-button.tsx';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';
import { ViewMenu } from './view-menu.tsx';

const route = getRouteApi('/people');
const PEOPLE_A_PAGE = 50;
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The people of a domain as a table. Without anybody, the ways to bring people in. */
export function PeopleScreen() {
  const search = route.useSearch();
  const schemas = useQuery(schemasQuery);
  const schema =
    schemas.data?.find(({ domain }) => domain === search.domain) ??
    schemas.data?.find(({ domain }) => domain === 'dating') ??
    schemas.data?.[0];
  if (schemas.error) return <ErrorNote error={schemas.error} onRetry={() => schemas.refetch()} />;
  if (schemas.data === undefined || schema === undefined) return <Loading />;
  return <PeopleOf key={schema.domain} schemas={schemas.data} schema={schema} />;
}

interface Props {
  readonly schemas: readonly Schema[];
  readonly schema: Schema;
}

function PeopleOf({ schemas, schema }: Props) {
  const session = useSession();
  const navigate = route.useNavigate();
  const { domain } = schema;
  const search = { ...route.useSearch(), domain };
  const { q, filters, sort, cursor } = search;
  const asked: PeopleAsked = {
    domain,
    ...(q !== undefined && { q }),
    ...(filters !== undefined && { filters: wholeFilters(filters) }),
    ...(sort !== undefined && { sort }),
  };
  const people = useQuery({
    ...searchQuery({ ...asked, limit: PEOPLE_A_PAGE, ...(cursor !== undefined && { cursor }) }),
    placeholderData: keepPreviousData,
  });
  const go = (next: PeopleSearch, replace: boolean) =>
    void navigate({ search: next, replace, resetScroll: false });
  const change = (next: ViewChange) => go(changedView(search, next), true);
  const selection = useSelection();
  const [toErase, setToErase] = useState<readonly string[]>([]);
  const [isExporting, setExporting] = useState(false);
  const page = people.data;
  const isEmpty = page?.people === 0;
  const columns = shownColumns(schema, search.columns);
  const names = columns.map(({ name }) => name);
  const mayWrite = allows(session, 'write');
  return (
    <div className={styles.page}>
      <PageHead
        title={text.people.title}
        {...(page && !isEmpty && { lead: text.people.lead(page.people, domain) })}
      >
        {page && !isEmpty && (
          <div className={styles.actions}>
            {mayWrite && <SampleButton domain={domain} onFound={setToErase} />}
            <Button variant="default" onClick={() => setExporting(true)}>
              {text.people.exportCsv}
            </Button>
            {mayWrite && (
              <Button
                variant="default"
                renderRoot={(props) => <Link to="/import" search={{ domain }} {...props} />}
              >
                {text.people.import}
              </Button>
            )}
          </div>
        )}
      </PageHead>
      <div className={styles.controls}>
        <DomainSelect schemas={schemas} value={domain} onChange={(value) => go({ domain: value }, false)} />
        {!isEmpty && (
          <SearchField
            value={q ?? ''}
            domain={domain}
            found={people.isPlaceholderData ? [] : (page?.data ?? [])}
            onChange={(next) => change({ q: next === '' ? undefined : next })}
          />
        )}
      </div>
      {!isEmpty && (
        <div className={styles.bar}>
          <FilterBar
            fields={schema.fields}
            filters={filters ?? {}}
            onChange={(next) => change({ filters: next })}
          />
          <div className={styles.menus}>
            <ViewMenu
              tenant={session.tenant.id}
              view={changedView(search, {})}
              onOpen={(view) => go(view, false)}
            />
            <ColumnMenu schema={schema} shown={names} onChange={(next) => change({ columns: next })} />
          </div>
        </div>
      )}
      {people.error && <ErrorNote error={people.error} onRetry={() => people.refetch()} />}
      {!page && !people.error && <Loading />}
      {isEmpty && <FirstRun domain={domain} />}
      {page && !isEmpty && (
        <>
          {selection.ids.size > 0 && (
            <SelectionBar
              count={selection.ids.size}
              onErase={() => setToErase([...selection.ids])}
              onClear={selection.clear}
            />
          )}
          {page.data.length === 0 && page.next_cursor === null ? (
            <EmptyState title={text.people.none} lead={text.people.noneHint}>
              <Button variant="default" onClick={() => go({ domain }, true)}>
                {text.people.clear}
              </Button>
            </EmptyState>
          ) : (
            <PeopleTable
              rows={page.data}
              schema={schema}
              columns={columns}
              sort={sort}
              onSort={(next) => change({ sort: next })}
              selected={selection.ids}
              onSelect={selection.set}
              busy={people.isPlaceholderData}
            />
          )}
          <Partial page={page} isSorted={sort !== undefined} />
          <PageButtons search={search} next={page.next_cursor} go={go} />
          <RecentPeople tenant={session.tenant.id} />
        </>
      )}
      {toErase.length > 0 && (
        <BulkEraseDialog
          tenant={session.tenant.id}
          domain={domain}
          ids={toErase}
          onClose={(erased) => {
            selection.set(erased, false);
            setToErase([]);
          }}
        />
      )}
      {isExporting && (
        <ExportDialog
          asked={asked}
          columns={names}
          allFields={possibleColumns(schema).map(({ name }) => name)}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
}

/** Says where a search ended before it had seen everybody. */
function Partial({ page, isSorted }: { readonly page: PeopleFound; readonly isSorted: boolean }) {
  if (page.complete) return null;
  return <p className={styles.partial}>{isSorted ? text.people.partialSort : text.people.partial}</p>;
}

function Loading() {
  return (
    <div aria-busy="true">
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} h={46} mb={8} />
      ))}
    </div>
  );
}
