import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { recentPeople } from '../../api/recent-people.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import form from '../../parts/form.module.css';
import { Panel } from '../../parts/panel.tsx';
import { PersonPicker } from '../../parts/person-picker.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './activity.module.css';
import type { ActivitySearch } from './activity-search.ts';
import { EventLine } from './event-line.tsx';
import { type StreamedEvent, useEvents } from './use-events.ts';

interface Props {
  readonly search: ActivitySearch;
  readonly onChange: (search: ActivitySearch) => void;
}

const types = Object.entries(text.activity.typeNames)
  .filter(([type]) => type !== 'events.missed')
  .map(([value, label]) => ({ value, label }));

export function LiveView({ search, onChange }: Props) {
  const { tenant, domains } = useSession();
  const [paused, setPaused] = useState(false);
  const { type, user } = search;
  const known = types.find(({ value }) => value === type)?.value as
    | Exclude<StreamedEvent['type'], 'events.missed'>
    | undefined;
  const { shown, waiting, error } = useEvents(
    { ...(known !== undefined && { types: [known] }), ...(user !== undefined && { user_id: user }) },
    paused,
  );
  const set = (name: 'type' | 'user', value: string) => {
    const { [name]: _, ...rest } = search;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <>
      <div className={`${form.row} ${styles.filters}`}>
        <NativeSelect
          label={text.activity.types}
          value={known ?? ''}
          onChange={({ currentTarget }) => set('type', currentTarget.value)}
          data={[{ value: '', label: text.activity.anyType }, ...types]}
        />
        <PersonPicker
          label={text.activity.person}
          domain={domains[0]}
          value={user ?? ''}
          recent={recentPeople(tenant.id)}
          onChange={(id) => set('user', id)}
        />
      </div>
      <Panel
        title={text.activity.live}
        lead={text.activity.liveLead}
        aside={
          <div className={styles.state}>
            {error === undefined && (
              <StateMark tone={paused ? undefined : 'good'}>
                {paused ? text.activity.paused : text.activity.listening}
              </StateMark>
            )}
            <Button size="xs" variant="default" onClick={() => setPaused(!paused)}>
              {paused ? text.activity.goOn : text.activity.pause}
            </Button>
          </div>
        }
      >
        {error !== undefined && <ErrorNote error={error} />}
        <p role="status" className={styles.waiting}>
          {paused && waiting.length > 0 && text.activity.waiting(waiting.length)}
        </p>
        {shown.length === 0 && <p className={styles.note}>{text.activity.quiet}</p>}
        <ol className={styles.events} aria-label={text.activity.live}>
          {shown.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ol>
      </Panel>
    </>
  );
}
