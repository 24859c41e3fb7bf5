import { Autocomplete, SegmentedControl, Select } from '@mantine/core';
import { useEffect } from 'react';
import type { Schema } from '../../api/queries.ts';
import { recentPeople } from '../../api/recent-people.ts';
import { capitalized } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { BioFields } from './bio-fields.tsx';
import { newScratchId } from './scratch-people.ts';
import { Section } from './section.tsx';
import { useMatchSearch } from './use-match-search.ts';

/** Who the match is for: a stored person, or one made of a text. */
export function SeekerFields({ schemas }: { readonly schemas: readonly Schema[] }) {
  const session = useSession();
  const { search, change } = useMatchSearch();
  const { domain } = search;
  const first = schemas.find((schema) => schema.domain === 'dating') ?? schemas[0];
  useEffect(() => {
    if (domain === undefined && first !== undefined) change({ domain: first.domain });
  }, [domain, first, change]);
  const setMode = (mode: string) =>
    change(mode === 'text' ? { mode, user: newScratchId() } : { mode: undefined, user: undefined });
  return (
    <Section title={text.match.seeker}>
      <Select
        label={text.match.domain}
        allowDeselect={false}
        value={domain ?? null}
        onChange={(value) =>
          change({ domain: value ?? undefined, a: undefined, b: undefined, open: undefined })
        }
        data={schemas.map((schema) => ({
          value: schema.domain,
          label: capitalized(schema.domain.replaceAll('-', ' ')),
        }))}
      />
      {allows(session, 'write') && (
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
