import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { rememberMatch } from '../../api/matched-store.ts';
import { type MatchRequest, matchQuery } from '../../api/queries.ts';
import { rememberPerson } from '../../api/recent-people.ts';
import { useStore } from '../../api/store.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { MatchOutcome } from './match-outcome.tsx';
import styles from './match-screen.module.css';
import { requestOf } from './match-search.ts';
import { RunBar } from './run-bar.tsx';
import { SeekerSide } from './seeker-side.tsx';
import { settingsCount } from './settings-count.ts';
import { SettingsDrawer } from './settings-drawer.tsx';
import { useMatchSearch } from './use-match-search.ts';
import { writtenText } from './written-text.ts';

interface Wanted {
  readonly a: MatchRequest | undefined;
  readonly b: MatchRequest | undefined;
}

const nothing: Wanted = { a: undefined, b: undefined };

/** The seeker on the left, the matches beside; settings are in a drawer. A match runs when it is asked for. */
export function MatchScreen() {
  const session = useSession();
  const { search } = useMatchSearch();
  const written = useStore(writtenText);
  const wanted = {
    a: requestOf(search, search.a, written),
    b: search.b && requestOf(search, search.b, written),
  };
  const [ran, setRan] = useState<Wanted>(search.mode === 'text' ? nothing : wanted);
  const a = useRun(ran.a);
  const b = useRun(ran.b);
  const [settingsOpen, settings] = useDisclosure(false);
  useEffect(() => {
    if (a.isSuccess) rememberMatch(session.tenant.id);
  }, [a.isSuccess, session.tenant.id]);
  const ready = wanted.a !== undefined;
  const changed = settingsCount(search.a, search.b);
  const run = () => {
    if (wanted.a === undefined) return;
    if (wanted.a.user_id !== undefined) rememberPerson(session.tenant.id, wanted.a.user_id);
    setRan(wanted);
    settings.close();
    // The same request again is a new match.
    if (same(wanted.a, ran.a)) void a.refetch();
    if (wanted.b && same(wanted.b, ran.b)) void b.refetch();
  };
  // In fields, too.
  useHotkeys(
    [
      ['mod+Enter', run],
      ['mod+,', settings.toggle],
    ],
    [],
  );
  const stale = ran.a !== undefined && !(same(wanted.a, ran.a) && same(wanted.b, ran.b));
  return (
    <>
      <PageHead title={text.match.title} lead={text.match.lead} />
      <RunBar
        ready={ready}
        running={a.isFetching || b.isFetching}
        stale={stale}
        changed={changed}
        onRun={run}
        onSettings={settings.open}
      />
      <div className={styles.layout} data-wide>
        <SeekerSide request={ran.a} />
        <MatchOutcome
          a={a}
          b={ran.b && search.b ? b : undefined}
          request={ran.a}
          requestB={ran.b}
          stale={stale}
        />
      </div>
      <SettingsDrawer
        opened={settingsOpen}
        ready={ready}
        changed={changed}
        onClose={settings.close}
        onRun={run}
      />
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
