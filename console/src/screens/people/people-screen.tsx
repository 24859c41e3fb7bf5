import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { peopleQuery, schemasQuery } from '../../api/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { DomainSelect } from './domain-select.tsx';
import { FirstRun } from './first-run.tsx';
import { PageButtons } from './page-buttons.tsx';
import { PeopleRows } from './people-rows.tsx';
import styles from './people-screen.module.css';
import type { PeopleSearch } from './people-search.ts';
import { PrefixField } from './prefix-field.tsx';
import { RecentPeople } from './recent-people.tsx';

const route = getRouteApi('/people');
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The people of a domain in the order of their ids. Without anybody, the ways to bring people in. */
export function PeopleScreen() {
  const session = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const schemas = useQuery(schemasQuery);
  const { prefix = '', cursor } = search;
  const schema =
    schemas.data?.find(({ domain }) => domain === search.domain) ??
    schemas.data?.find(({ domain }) => domain === 'dating') ??
    schemas.data?.[0];
  const domain = schema?.domain;
  const people = useQuery({
    ...peopleQuery(domain ?? '', prefix, cursor),
    enabled: domain !== undefined,
    placeholderData: keepPreviousData,
  });
  const go = (next: PeopleSearch, replace: boolean) => void navigate({ search: next, replace });
  const page = people.data;
  const isEmpty = page?.people === 0 && prefix === '';
  const error = schemas.error ?? people.error;
  return (
    <div className={styles.page}>
      <PageHead
        title={text.people.title}
        {...(page && !isEmpty && domain !== undefined && { lead: text.people.lead(page.people, domain) })}
      >
        {!isEmpty && domain !== undefined && allows(session, 'write') && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/import" search={{ domain }} {...props} />}
          >
            {text.people.import}
          </Button>
        )}
      </PageHead>
      <div className={styles.controls}>
        <DomainSelect
          schemas={schemas.data}
          value={domain}
          onChange={(value) => go({ domain: value }, false)}
        />
        {!isEmpty && (
          <PrefixField
            key={domain}
            value={prefix}
            found={page?.data ?? []}
            domain={domain}
            onChange={(value) =>
              go({ ...(domain !== undefined && { domain }), ...(value !== '' && { prefix: value }) }, true)
            }
          />
        )}
      </div>
      {error && (
        <ErrorNote error={error} onRetry={() => (schemas.error ? schemas.refetch() : people.refetch())} />
      )}
      {!page && !error && (
        <div aria-busy="true">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} h={52} mb={8} />
          ))}
        </div>
      )}
      {isEmpty && domain !== undefined && <FirstRun domain={domain} />}
      {page && schema && !isEmpty && (
        <>
          <PeopleRows
            rows={page.data}
            schema={schema}
            prefix={prefix}
            busy={people.isPlaceholderData}
            onClear={() => go({ domain: schema.domain }, true)}
          />
          <PageButtons search={{ ...search, domain: schema.domain }} next={page.next_cursor} go={go} />
          <RecentPeople tenant={session.tenant.id} />
        </>
      )}
    </div>
  );
}
