import { Button, Popover, SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { CaretSortIcon } from '@radix-ui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { forgetEntries } from '../api/recent-entries.ts';
import { forgetPeople } from '../api/recent-people.ts';
import { endSession, type Session } from '../api/session.ts';
import { switchSession } from '../api/switch-session.ts';
import { text } from '../text/en.ts';
import styles from './account-menu.module.css';
import { clockTime } from './dates.ts';
import { useSession } from './session-context.ts';

export function AccountMenu() {
  const session = useSession();
  // Switching transitions off would add a style element, which the policy of the page forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const signOut = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      // A person may have switched among them.
      for (const { id } of [session.tenant, ...session.workspaces]) {
        forgetPeople(id);
        forgetEntries(id);
      }
      switchSession(null);
    },
  });
  return (
    <Popover position="top-start" width={260} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.button}>
          <span className={styles.avatar} aria-hidden>
            {[...session.tenant.name][0]?.toUpperCase()}
          </span>
          <span className={styles.name}>{session.tenant.name}</span>
          <VisuallyHidden>{text.account.menu}</VisuallyHidden>
          <CaretSortIcon aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.panel}>
          {session.member && <p className={styles.who}>{text.account.as(session.member.email)}</p>}
          <p className={styles.until}>{text.account.until(clockTime(session.expires_at))}</p>
          <div>
            <p className={styles.caption}>{scopesCaption(session)}</p>
            <ul className={styles.scopes}>
              {session.scopes.map((scope) => (
                <li key={scope}>{scope}</li>
              ))}
            </ul>
          </div>
          <div>
            <p className={styles.caption} id="theme-label">
              {text.account.theme}
            </p>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby="theme-label"
              value={colorScheme}
              onChange={(value) => setColorScheme(value as typeof colorScheme)}
              data={[
                { value: 'light', label: text.account.light },
                { value: 'dark', label: text.account.dark },
                { value: 'auto', label: text.account.system },
              ]}
            />
          </div>
          <Link className={styles.link} to="/account">
            {session.workspaces.length > 1 ? text.account.workspaces : text.account.sessions}
          </Link>
          <Button variant="default" size="xs" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {text.account.signOut}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function scopesCaption({ member, operator }: Session): string {
  if (member !== null) return text.account.memberScopes;
  return operator ? text.account.operatorScopes : text.account.scopes;
}
