import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MatchRequest, matchQuery, type Schema, schemasQuery } from '../../api/queries.ts';
import { rememberPerson } from '../../api/recent-people.ts';
import { useStore } from '../../api/store.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { MatchOutcome } from './match-outcome.tsx';
import styles from './match-screen.module.css';
import { requestOf } from './match-search.ts';
import { RunBar } from './run-bar.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { commonTiers, twoTiers } from './tier-pins.ts';
import { useMatchSearch } from './use-match-search.ts';
import { writtenText } from './written-text.ts';

interface Wanted {
  readonly a: MatchRequest | undefined;
  readonly b: MatchRequest | undefined;
}

/** The schemas of a key that may not read: matches run without filters by field. */
const noSchemas: readonly Schema[] = [];
const nothing: Wanted = { a: undefined, b: undefined };

/** Settings on the left, the answer on the right. A match runs when it is asked for. */
export function MatchScreen() {
  const session = useSession();
  const { search, change } = useMatchSearch();
  const mayRead = allows(session, 'read');
  const schemas = useQuery({ ...schemasQuery, enabled: mayRead });
  const written = useStore(writtenText);
  const wanted = {
    a: requestOf(search, search.a, written),
    b: search.b && requestOf(search, search.b, written),
  };
  const [ran, setRan] = useState<Wanted>(search.mode === 'text' ? nothing : wanted);
  const a = useRun(ran.a);
  const b = useRun(ran.b);
  const [open, setOpen] = useState(ran.a === undefined);
  const ready = wanted.a !== undefined;
  const run = () => {
    if (wanted.a === undefined) return;
    if (wanted.a.user_id !== undefined) rememberPerson(session.tenant.id, wanted.a.user_id);
    setRan(wanted);
    setOpen(false);
    // The same request again is a new match.
    if (same(wanted.a, ran.a)) void a.refetch();
    if (wanted.b && same(wanted.b, ran.b)) void b.refetch();
  };
  useHotkeys([['mod+Enter', run]], []);
  const stale = ran.a !== undefined && !(same(wanted.a, ran.a) && same(wanted.b, ran.b));
  const compare = () =>
    change(search.b ? { b: undefined, edit: undefined } : { b: search.a ?? {}, edit: 'b' });
  const schema = schemas.data?.find(({ domain }) => domain === search.domain);
  const tiers = schema && twoTiers(search.a, commonTiers(schema));
  return (
    <>
      <PageHead title={text.match.title} lead={text.match.lead}>
        <div className={styles.actions}>
          {search.b === undefined && (
            <Button
              variant="default"
              size="xs"
              disabled={tiers === undefined}
              onClick={() => tiers && change({ ...tiers, edit: 'b' })}
            >
              {text.match.compareTiers}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={compare} aria-pressed={search.b !== undefined}>
            {search.b ? text.match.stopCompare : text.match.compare}
          </Button>
        </div>
      </PageHead>
      <Button
        className={styles.toggle ?? ''}
        variant="default"
        size="xs"
        fullWidth
        mb={16}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? text.match.hideSettings : text.match.showSettings}
      </Button>
      <div className={styles.layout} data-wide>
        <form
          className={styles.side}
          data-open={open || undefined}
          aria-label={text.match.settings}
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          {schemas.error ? (
            <ErrorNote error={schemas.error} onRetry={() => schemas.refetch()} />
          ) : (
            <SettingsPanel schemas={mayRead ? schemas.data : noSchemas} />
          )}
          <RunBar ready={ready} running={a.isFetching || b.isFetching} stale={stale} />
        </form>
        <MatchOutcome
          a={a}
          b={ran.b && search.b ? b : undefined}
          request={ran.a}
          requestB={ran.b}
          stale={stale}
        />
      </div>
    </>
  );
}

/** The former answer stays while the next one is on its way. */
function useRun(request: MatchRequest | undefined) {
  return useQuery({
    ...matchQuery(request ?? { user_id: '', record: false }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  });
}

function same(one: MatchRequest | undefined, other: MatchRequest | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
