/** Messages between the main thread and a snapshot thread. */

import type { DictionariesContent } from '../../codes/index-dictionaries.ts';
import type { SegmentLayout } from '../layout/segment-layout.ts';
import type { SharedUserIds, UserIdParts } from '../rows/user-id-table.ts';
import type { NamedFile, SegmentFile } from './snapshot-format.ts';

/** A segment in its memory. */
interface MappedSegment {
  readonly memory: WebAssembly.Memory;
  readonly base: number;
  readonly layout: SegmentLayout;
}

export interface StoredCodes {
  readonly dictionaries: DictionariesContent;
  /** The user ids that each row blocks. */
  readonly blocks: readonly (readonly [row: number, userIds: readonly string[]])[];
}

export type SnapshotRequest =
  | {
      readonly kind: 'writeSegment';
      readonly path: string;
      readonly segment: MappedSegment;
      readonly rows: number;
      readonly group: number;
      readonly ids: UserIdParts;
    }
  | { readonly kind: 'writeCodes'; readonly path: string; readonly codes: StoredCodes }
  | {
      readonly kind: 'readSegment';
      readonly path: string;
      readonly segment: MappedSegment;
      readonly file: SegmentFile;
      /** The limit of codes by field, then by kind of preference; 0: not counted. */
      readonly codeLimits: readonly number[];
    }
  | { readonly kind: 'readCodes'; readonly path: string; readonly file: NamedFile };

export interface WrittenFile {
  readonly bytes: number;
  readonly crc32: number;
}

export interface ReadSegment {
  readonly ids: SharedUserIds;
  /** The number of rows that hold each code, by field, then by kind of preference. */
  readonly holders: readonly Uint32Array[];
}

export type SnapshotResult<Kind extends SnapshotRequest['kind']> = Kind extends 'readSegment'
  ? ReadSegment
  : Kind extends 'readCodes'
    ? StoredCodes
    : WrittenFile;

export type AnySnapshotResult = WrittenFile | ReadSegment | StoredCodes;
