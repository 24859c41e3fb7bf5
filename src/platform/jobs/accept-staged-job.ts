/**
 * Accepts a job that reads a file. The file is staged before the job exists, so that every attempt of the job
 * finds it.
 */
import type { Job } from '../storage/job.ts';
import { StoreOutage } from '../storage/store-outage.ts';
import type { AcceptedJob } from './accept-job.ts';

export interface StagedJob {
  stage(): Promise<unknown>;
  accept(): Promise<AcceptedJob>;
  /**
   * Whether the accepted job is the one that reads this file: a repeated request is answered with an earlier
   * job.
   */
  isReader(job: Job): boolean;
  unstage(): Promise<void>;
}

/**
 * Removes the file again where no job reads it. After an outage of the database the job may exist. The file
 * then stays, and the collection removes it if there is no job.
 */
export async function acceptStagedJob({ stage, accept, isReader, unstage }: StagedJob): Promise<AcceptedJob> {
  const accepted = await stage()
    .then(accept)
    .catch(async (error) => {
      if (!(error instanceof StoreOutage)) await unstage();
      throw error;
    });
  if (accepted.state !== 'accepted' || !isReader(accepted.job)) await unstage();
  return accepted;
}
