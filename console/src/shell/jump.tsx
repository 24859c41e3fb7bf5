import { Modal } from '@mantine/core';
import { getHotkeyHandler, useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { recentPeople } from '../api/recent-people.ts';
import { useStore } from '../api/store.ts';
import { text } from '../text/en.ts';
import styles from './jump.module.css';
import { jumpOpen, openJump } from './jump-store.ts';
import { jumpTargets } from './jump-targets.ts';
import type { Page } from './pages.ts';
import { useSession } from './session-context.ts';

export function Jump({ pages }: { readonly pages: readonly Page[] }) {
  const open = useStore(jumpOpen);
  useHotkeys([
    ['mod+K', openJump],
    ['/', openJump],
  ]);
  return (
    <Modal
      opened={open}
      onClose={() => jumpOpen.set(false)}
      title={text.jump.title}
      size="lg"
      yOffset="12vh"
      centered={false}
    >
      {open && <JumpList pages={pages} />}
    </Modal>
  );
}

function JumpList({ pages }: { readonly pages: readonly Page[] }) {
  const session = useSession();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const targets = jumpTargets(query.trim(), recentPeople(session.tenant.id), pages, session);
  const placeholder = session.operator ? text.jump.placeholderPage : text.jump.placeholder;
  const go = (position: number) => {
    const target = targets[position];
    if (target === undefined) return;
    jumpOpen.set(false);
    void (target.kind === 'page'
      ? navigate({ to: target.to })
      : navigate({ to: '/people/$userId', params: { userId: target.id } }));
  };
  const move = (steps: number) =>
    setChosen((now) => (targets.length === 0 ? 0 : (now + steps + targets.length) % targets.length));
  return (
    <>
      <input
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls="jump-list"
        aria-activedescendant={`jump-${chosen}`}
        aria-label={placeholder}
        placeholder={placeholder}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={getHotkeyHandler([
          ['ArrowDown', () => move(1)],
          ['ArrowUp', () => move(-1)],
          ['Enter', () => go(chosen)],
        ])}
      />
      <div id="jump-list" role="listbox" aria-label={text.jump.title} className={styles.list}>
        {targets.map((target, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
          <div
            key={target.key}
            id={`jump-${position}`}
            role="option"
            aria-selected={position === chosen}
            className={styles.option}
            onMouseMove={() => setChosen(position)}
            onClick={() => go(position)}
          >
            <span className={styles.label}>{target.label}</span>
            <span className={styles.group}>{target.group}</span>
          </div>
        ))}
      </div>
      <p className={styles.hint}>{session.operator ? text.jump.hintPage : text.jump.hint}</p>
    </>
  );
}
