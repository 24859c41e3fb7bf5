import { SegmentedControl, Select } from '@mantine/core';
import { useEffect } from 'react';
import { recentPeople } from '../../api/recent-people.ts';
import { PersonPicker } from '../../parts/person-picker.tsx';
import { capitalized } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './run-bar.module.css';
import { useMatchSearch } from './use-match-search.ts';

/** Fields for the seeker: the domain, and a stored person or a text that is read and not stored. */
export function SeekerFields() {
  const session = useSession();
  const { search, change } = useMatchSearch();
  const { domain } = search;
  const { domains } = session;
  const first = domains.includes('dating') ? 'dating' : domains[0];
  useEffect(() => {
    if (domain === undefined && first !== undefined) change({ domain: first });
  }, [domain, first, change]);
  const setMode = (mode: string) => change({ mode: mode === 'text' ? mode : undefined, user: undefined });
  return (
    <>
      <Select
        className={styles.domain ?? ''}
        label={text.match.domain}
        allowDeselect={false}
        value={domain ?? null}
        onChange={(value) =>
          change({ domain: value ?? undefined, a: undefined, b: undefined, open: undefined, ask: undefined })
        }
        data={domains.map((name) => ({ value: name, label: capitalized(name.replaceAll('-', ' ')) }))}
      />
      {allows(session, 'read') && (
        <SegmentedControl
          className={styles.mode ?? ''}
          aria-label={text.match.seeker}
          value={search.mode ?? 'id'}
          onChange={setMode}
          data={[
            { value: 'id', label: text.match.byId },
            { value: 'text', label: text.match.byText },
          ]}
        />
      )}
      {search.mode !== 'text' && (
        <PersonPicker
          className={styles.person ?? ''}
          label={text.match.personId}
          domain={allows(session, 'read') ? domain : undefined}
          value={search.user ?? ''}
          onChange={(value) => change({ user: value === '' ? undefined : value })}
          recent={recentPeople(session.tenant.id)}
        />
      )}
    </>
  );
}
