import { ActionIcon, Kbd } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Cross1Icon, HamburgerMenuIcon, MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { text } from '../text/en.ts';
import { AccountMenu } from './account-menu.tsx';
import { allowedPages } from './allowed-pages.ts';
import { Brand } from './brand.tsx';
import type { Page } from './pages.ts';
import { openPalette } from './palette/palette-store.ts';
import { useSession } from './session-context.ts';
import styles from './sidebar.module.css';

/** On a narrow screen the links are behind the menu button. */
export function Sidebar({ pages: all }: { readonly pages: readonly Page[] }) {
  const session = useSession();
  const [open, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(close, [path]);
  return (
    <header className={styles.bar}>
      <div className={styles.top}>
        <Link to="/" className={styles.brand}>
          <Brand />
        </Link>
        <ActionIcon
          className={styles.burger}
          variant="subtle"
          color="gray"
          size="lg"
          onClick={toggle}
          aria-expanded={open}
          aria-controls="navigation"
          aria-label={open ? text.nav.close : text.nav.open}
        >
          {open ? <Cross1Icon /> : <HamburgerMenuIcon />}
        </ActionIcon>
      </div>
      <div id="navigation" className={styles.body} data-open={open || undefined}>
        <button type="button" className={styles.find} onClick={openPalette}>
          <MagnifyingGlassIcon aria-hidden />
          <span>{text.palette.open}</span>
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        </button>
        <nav aria-label={text.nav.label}>
          {allowedPages(session, all).map(({ group, pages }) => (
            <section key={group} className={styles.group} aria-labelledby={`group-${group}`}>
              <p id={`group-${group}`} className={styles.caption}>
                {text.nav.groups[group]}
              </p>
              <ul className={styles.links}>
                {pages.map(({ to, label, icon: Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className={styles.link}
                      activeOptions={{ includeSearch: false, exact: to === '/' }}
                    >
                      <Icon aria-hidden />
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <AccountMenu />
      </div>
    </header>
  );
}
