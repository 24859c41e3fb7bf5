/** The queue task for vector refreshes that the limiter put off. */
import { z } from 'zod';
import type { Task } from '../../../platform/jobs/task.ts';
import { PROFILE_REFRESH } from '../../../platform/storage/profile-row.ts';
import type { RefreshDependencies } from './refresh-profile.ts';

export interface RefreshTaskParts extends Omit<RefreshDependencies, 'encoders'> {
  /** Called when the first vector is made, so that an idle worker loads no encoder. */
  encoders(): Promise<RefreshDependencies['encoders']>;
  readonly onError: (kind: string, error: unknown) => void;
}

const Input = z.object({ domain: z.string(), user_id: z.string() });

/** Delay after a failure: an encoder whose server is down, a row with constant concurrent writes. */
const RETRY_MS = 30_000;

export function profileRefreshTask(parts: RefreshTaskParts): Task {
  return {
    kind: PROFILE_REFRESH,
    concurrency: 4,
    runsIn: 'worker',
    listed: false,
    async run({ job }) {
      const { domain, user_id } = Input.parse(job.input);
      try {
        const { refreshProfile } = await import('./refresh-profile.ts');
        const dependencies = { ...parts, encoders: await parts.encoders() };
        await refreshProfile(dependencies, job.tenantId, domain, user_id);
      } catch (error) {
        parts.onError(PROFILE_REFRESH, error);
        return { result: {}, againAtMs: parts.clock() + RETRY_MS };
      }
      return { result: {} };
    },
  };
}
