import { useEffect } from 'react';
import { connectionState } from '../api/connection.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionKey } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { text } from '../text/en.ts';
import styles from './connection-banner.module.css';

const RETRY_MS = 3000;

/** While the connection is lost the session is asked for again; the first answer refreshes what failed. */
export function ConnectionBanner() {
  const state = useStore(connectionState);
  useEffect(() => {
    if (state === 'back') refreshFailed();
    if (state !== 'lost') return undefined;
    const retry = () => document.hidden || void queryClient.refetchQueries({ queryKey: sessionKey });
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [state]);
  return (
    <div role="status" aria-live="polite">
      {state !== 'fine' && (
        <p className={styles.banner} data-state={state}>
          {state === 'lost' ? text.error.lost : text.error.back}
        </p>
      )}
    </div>
  );
}

/** Fetches failed queries again, even without earlier data. A match is never run again by itself. */
function refreshFailed(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state, queryKey }) => state.status === 'error' && queryKey[0] !== 'match',
  });
}
