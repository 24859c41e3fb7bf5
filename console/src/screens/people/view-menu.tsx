import { Button, CloseButton, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { text } from '../../text/en.ts';
import styles from './menus.module.css';
import type { PeopleView } from './people-search.ts';
import { removeView, savedViews, saveView } from './saved-views.ts';

interface Props {
  readonly tenant: string;
  readonly view: PeopleView;
  readonly onOpen: (view: PeopleView) => void;
}

const LONGEST = 60;

export function ViewMenu({ tenant, view, onOpen }: Props) {
  const [views, setViews] = useState(() => savedViews(tenant));
  const [name, setName] = useState('');
  const [opened, setOpened] = useState(false);
  return (
    <Popover width={300} position="bottom-end" shadow="md" trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button size="xs" variant="default" onClick={() => setOpened(!opened)}>
          {text.people.views}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {views.length === 0 && <p className={styles.hint}>{text.people.noViews}</p>}
        {views.map((saved) => (
          <div key={saved.name} className={styles.view}>
            <Button
              size="xs"
              variant="subtle"
              justify="start"
              onClick={() => {
                setOpened(false);
                onOpen(saved.view);
              }}
            >
              {saved.name}
            </Button>
            <CloseButton
              size="sm"
              aria-label={text.people.removeView(saved.name)}
              onClick={() => setViews(removeView(tenant, saved.name))}
            />
          </div>
        ))}
        <form
          className={styles.save}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            setViews(saveView(tenant, { name: name.trim(), view }));
            setName('');
          }}
        >
          <TextInput
            size="xs"
            label={text.people.viewName}
            value={name}
            maxLength={LONGEST}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button size="xs" type="submit" disabled={name.trim() === ''}>
            {text.people.saveView}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
