import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, ConnectionError } from 'counterpart-client';
import { connection } from './connection.ts';
import { sessionEnded, sessionKey } from './session.ts';

/** Every failure passes here: an ended session leads to the sign-in, a lost connection to the banner. */
function onError(error: unknown): void {
  if (error instanceof ConnectionError) connection.lost();
  if (!(error instanceof ApiError && error.status === 401 && queryClient.getQueryData(sessionKey))) return;
  sessionEnded.set(true);
  queryClient.setQueryData(sessionKey, null);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError, onSuccess: () => connection.found() }),
  mutationCache: new MutationCache({ onError, onSuccess: () => connection.found() }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', staleTime: 30_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
