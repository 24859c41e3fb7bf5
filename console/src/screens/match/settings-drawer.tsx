import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Schema, schemasQuery } from '../../api/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './settings-drawer.module.css';
import { SettingsPanel } from './settings-panel.tsx';
import { useMatchSearch } from './use-match-search.ts';

/** The schemas of a key that may not read: matches run without filters by field. */
const noSchemas: readonly Schema[] = [];

interface Props {
  readonly opened: boolean;
  readonly ready: boolean;
  /** How many settings differ from their defaults. */
  readonly changed: number;
  readonly onClose: () => void;
  readonly onRun: () => void;
}

/** Filters, options, weights and stages, over the right of the page. A run closes it. */
export function SettingsDrawer({ opened, ready, changed, onClose, onRun }: Props) {
  const mayRead = allows(useSession(), 'read');
  const { search, change } = useMatchSearch();
  const schemas = useQuery({ ...schemasQuery, enabled: mayRead });
  return (
    <Drawer opened={opened} onClose={onClose} title={text.match.settings} position="right" size="25rem">
      <form
        className={styles.form}
        aria-label={text.match.settings}
        onSubmit={(event) => {
          event.preventDefault();
          onRun();
        }}
      >
        {schemas.error ? (
          <ErrorNote error={schemas.error} onRetry={() => schemas.refetch()} />
        ) : (
          <SettingsPanel schemas={mayRead ? schemas.data : noSchemas} />
        )}
        <div className={styles.foot}>
          <Button type="submit" disabled={!ready} title={text.match.runHint}>
            {text.match.run}
          </Button>
          <Button
            variant="default"
            disabled={changed === 0}
            onClick={() => change({ a: undefined, ...(search.b && { b: {} }) })}
          >
            {text.match.resetSettings}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
