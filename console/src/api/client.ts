/**
 * The data layer: the TypeScript SDK against `/console/api`. The session cookie authenticates, so the SDK's
 * bearer token is dropped before anything is sent.
 */
import { Counterpart } from 'counterpart-client';
import { shownWorkspace } from './shown-workspace.ts';

export const client = clientBy(fetch);

/** The client whose requests are sent by this function. */
export function clientBy(send: typeof fetch): Counterpart {
  return new Counterpart({
    apiKey: 'session',
    baseUrl: `${window.location.origin}/console/api`,
    // Lost connections are shown at once and retried by the page, not silently for a minute.
    maxRetries: 1,
    attemptTimeoutMs: 30_000,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete('authorization');
      headers.set('X-Counterpart-Console', '1');
      const workspace = shownWorkspace.get();
      if (workspace !== null) headers.set('X-Counterpart-Workspace', workspace);
      return send(input, { ...init, headers, credentials: 'same-origin' });
    },
  });
}
