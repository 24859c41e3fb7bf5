/**
 * Where the artifacts are, as data that a thread can be given. Everything that opens them goes through
 * `openArtifactStore`.
 */

import { openS3Bucket } from '../outbound/s3/s3-bucket.ts';
import type { BucketAccess } from '../outbound/s3/sign-s3-request.ts';
import type { ArtifactStore } from './artifact-store.ts';
import { openFileArtifactStore } from './files/file-artifact-store.ts';
import { openS3ArtifactStore } from './s3/s3-artifact-store.ts';

export type ArtifactLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Without slashes at its ends; '' for the whole bucket. */
      readonly prefix: string;
      readonly access: BucketAccess;
    };

export function openArtifactStore(location: ArtifactLocation): ArtifactStore {
  switch (location.kind) {
    case 'folder':
      return openFileArtifactStore(location.folder);
    case 's3':
      return openS3ArtifactStore({ bucket: openS3Bucket(location), prefix: location.prefix });
    default:
      return location satisfies never;
  }
}
