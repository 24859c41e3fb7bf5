import { Autocomplete, SegmentedControl, Select } from '@mantine/core';
import { useEffect } from 'react';
import { recentPeople } from '../../api/recent-people.ts';
import { capitalized } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { BioFields } from './bio-fields.tsx';
import { Section } from './section.tsx';
import { useMatchSearch } from './use-match-search.ts';

/** The seeker of the match: a stored person, or one who is read from a text and not stored. */
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
    <Section title={text.match.seeker}>
      <Select
        label={text.match.domain}
        allowDeselect={false}
        value={domain ?? null}
        onChange={(value) =>
          change({ domain: value ?? undefined, a: undefined, b: undefined, open: undefined })
        }
        data={domains.map((name) => ({ value: name, label: capitalized(name.replaceAll('-', ' ')) }))}
      />
      {allows(session, 'read') && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={text.match.seeker}
          value={search.mode ?? 'id'}
          onChange={setMode}
          data={[
            { value: 'id', label: text.match.byId },
            { value: 'text', label: text.match.byText },
          ]}
        />
      )}
      {search.mode === 'text' ? (
        <BioFields key={domain} />
      ) : (
        <Autocomplete
          label={text.match.personId}
          description={text.match.personIdHint}
          value={search.user ?? ''}
          onChange={(value) => change({ user: value === '' ? undefined : value })}
          data={[...recentPeople(session.tenant.id)]}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Section>
  );
}
