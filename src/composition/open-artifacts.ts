/**
 * Large immutable files, in the same place for the server, its workers and the operator's commands: below the
 * data folder, or in a bucket.
 */
import { join } from 'node:path';
import { type ArtifactLocation, openArtifactStore } from '../platform/artifacts/artifact-location.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { BucketAccess } from '../platform/outbound/s3/sign-s3-request.ts';

export type BucketSettings = Partial<
  Pick<Settings, 'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken' | 'awsRegion' | 'awsEndpoint'>
>;
export type ArtifactSettings = Pick<Settings, 'data'> &
  BucketSettings &
  Partial<Pick<Settings, 'artifactBucket'>>;

/** Imports spill here what does not fit into memory. */
export function scratchFolder({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'scratch');
}

export function openArtifacts(settings: ArtifactSettings): ArtifactStore {
  return openArtifactStore(artifactLocation(settings));
}

/** Throws where the settings name a bucket and have no credentials for it. */
export function artifactLocation(settings: ArtifactSettings): ArtifactLocation {
  const { data, artifactBucket } = settings;
  if (artifactBucket == null) return { kind: 'folder', folder: join(data, 'artifacts') };
  const access = bucketAccess(settings);
  if (access === null) {
    throw new Error(
      `COUNTERPART_ARTIFACTS is ${artifactBucket}, and there are no credentials for it; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  }
  const [bucket = '', ...path] = artifactBucket.slice('s3://'.length).split('/');
  return { kind: 's3', bucket, prefix: path.join('/'), access };
}

/** Null without credentials. */
export function bucketAccess(settings: BucketSettings): BucketAccess | null {
  const { awsAccessKeyId, awsSecretAccessKey, awsSessionToken, awsRegion, awsEndpoint } = settings;
  if (awsAccessKeyId == null || awsSecretAccessKey == null) return null;
  return {
    accessKeyId: awsAccessKeyId,
    secretAccessKey: awsSecretAccessKey,
    sessionToken: awsSessionToken ?? null,
    region: awsRegion ?? 'us-east-1',
    endpoint: awsEndpoint ?? null,
  };
}
