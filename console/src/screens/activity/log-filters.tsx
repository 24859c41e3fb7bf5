import { NativeSelect, TextInput } from '@mantine/core';
import { recentPeople } from '../../api/recent-people.ts';
import form from '../../parts/form.module.css';
import { PersonPicker } from '../../parts/person-picker.tsx';
import { useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './activity.module.css';
import type { ActivitySearch } from './activity-search.ts';

interface Props {
  readonly search: ActivitySearch;
  readonly onChange: (search: ActivitySearch) => void;
}

export function LogFilters({ search, onChange }: Props) {
  const { tenant, domains } = useSession();
  const { user = '', candidate = '', key = '', domain = '', day = '', time = '' } = search;
  const set = (name: keyof ActivitySearch, value: string) => {
    const { [name]: _, ...rest } = search;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  const inDomain = domain === '' ? domains[0] : domain;
  const recent = recentPeople(tenant.id);
  return (
    <div className={`${form.row} ${styles.filters}`}>
      <PersonPicker
        label={text.activity.person}
        domain={inDomain}
        value={user}
        recent={recent}
        onChange={(id) => set('user', id)}
      />
      <PersonPicker
        label={text.activity.candidate}
        domain={inDomain}
        value={candidate}
        recent={recent}
        onChange={(id) => set('candidate', id)}
      />
      {domains.length > 1 && (
        <NativeSelect
          label={text.activity.domain}
          value={domain}
          onChange={({ currentTarget }) => set('domain', currentTarget.value)}
          data={[{ value: '', label: text.activity.anyDomain }, ...domains]}
        />
      )}
      <TextInput
        label={text.activity.key}
        placeholder={text.activity.keyHint}
        value={key}
        onChange={({ currentTarget }) => set('key', currentTarget.value.trim())}
        spellCheck={false}
      />
      <TextInput
        type="date"
        label={text.activity.day}
        value={day}
        onChange={({ currentTarget }) => set('day', currentTarget.value)}
      />
      <TextInput
        type="time"
        label={text.activity.time}
        title={text.activity.timeHint}
        value={time}
        onChange={({ currentTarget }) => set('time', currentTarget.value)}
      />
    </div>
  );
}
