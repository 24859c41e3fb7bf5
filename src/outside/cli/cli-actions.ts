/**
 * The functions that the command line needs from the rest of the program. The composition root passes them
 * in.
 */

import type { AppendService } from '../../behaviour/datasets/appends/create-append-service.ts';
import type { ModelService } from '../../behaviour/sequence-models/adaptation/model-service.ts';
import type { BatchService } from '../../behaviour/sequence-models/batches/create-batch-service.ts';
import type { TrendingService } from '../../behaviour/sequence-models/people/create-trending-service.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { ImportPrefix } from '../../contract/import-prefixes.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { Place, ResolvePlace } from '../../domains/place.ts';
import type { TextEncoder } from '../../engines/encoders/text-encoder.ts';
import type { ExperimentService } from '../../matching/experiments/experiment-service.ts';
import type { EvaluationReport } from '../../matching/learn/evaluate/evaluation-report.ts';
import type { WantedEvaluation } from '../../matching/learn/evaluate-domain.ts';
import type { LearnService } from '../../matching/learn/learn-service.ts';
import type { DocumentReader } from '../../people/documents/document-reader.ts';
import type { KeepDocument } from '../../people/documents/keep-documents.ts';
import type { ReadingFit } from '../../people/profiles/corrections/fit-reading.ts';
import type { ProfileService } from '../../people/profiles/profile-service.ts';
import type { ReencodeControl } from '../../people/profiles/vectors/reencode-profiles.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import type { BackupReport } from '../../platform/backup/make-backup.ts';
import type { RestoreReport } from '../../platform/backup/restore-backup.ts';
import type { VerifyReport } from '../../platform/backup/verify-backup.ts';
import type { TaskKind } from '../../platform/jobs/task.ts';
import type { S3Bucket } from '../../platform/outbound/s3/s3-bucket.ts';
import type { CopyProgress, CopyReport } from '../../platform/storage/copy/copy-database.ts';
import type { EncoderSpec } from '../../platform/storage/encoder-store.ts';
import type { Store } from '../../platform/storage/store.ts';
import type { Accounts } from '../accounts/create-accounts.ts';

export interface StoreAndAccounts {
  readonly store: Store;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

export interface OpenIntake extends StoreAndAccounts {
  readonly profiles: Pick<ProfileService, 'upsertMany' | 'checkMany'>;
  /** Texts so far that the rules read because no language model answered. */
  fallbacks(): number;
}

/** The services that connectors write with. */
export interface OpenIngest extends StoreAndAccounts {
  readonly profiles: Pick<ProfileService, 'upsertMany' | 'append'>;
  readonly learn: Pick<LearnService, 'feedback'>;
  readonly appends: Pick<AppendService, 'events'>;
  /** Throws where the settings have no credentials. */
  readonly openBucket: (bucket: string) => S3Bucket;
}

/** The options of `counterpart mcp`. */
interface McpCommand {
  readonly service: { readonly url: string; readonly apiKey: string; readonly timeoutMs: number };
  /** Null: standard input and output. */
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly token: string | null;
    readonly allowedHosts: readonly string[];
    readonly allowedOrigins: readonly string[];
  } | null;
}

export interface CliActions {
  /** `argv`: the arguments after the command, which the settings parse. Resolves when the server listens. */
  serve(argv: readonly string[]): Promise<void>;
  /** Resolves when the worker has started. */
  work(argv: readonly string[]): Promise<void>;
  demo(argv: readonly string[]): Promise<void>;
  /** Resolves when the client has closed its end, or `signal` is aborted. */
  mcp(command: McpCommand, signal: AbortSignal): Promise<void>;
  /** Lines that `help serve` prints for every setting. */
  describeSettings(): string;
  /** Where a browser reaches the service, by the settings: `http://127.0.0.1:8080`. */
  serviceAddress(data: string): string;
  /** Opens the store and the accounts of a data folder. */
  openStoreAndAccounts(data: string): Promise<StoreAndAccounts>;
  /** `target`: a folder. `keep`: how many backups stay; null: all. */
  backUp(
    data: string,
    target: string,
    keep: number | null,
    onProgress: (line: string) => void,
  ): Promise<BackupReport & { readonly removed: readonly string[] }>;
  /** `name`: null for the last backup. */
  verifyBackup(target: string, name: string | null): Promise<VerifyReport>;
  restore(
    data: string,
    target: string,
    wanted: {
      readonly name: string | null;
      readonly erasures: readonly string[];
      readonly allowMissedErasures: boolean;
    },
    onProgress: (line: string) => void,
  ): Promise<RestoreReport>;
  /** null: only prepared. `from`, `to`: data folders, addresses of PostgreSQL, or `env:NAME`. */
  copyStore(
    wanted: {
      readonly from: string;
      readonly to: string;
      readonly resume: boolean;
      readonly prepare: boolean;
    },
    onProgress: (progress: CopyProgress) => void,
  ): Promise<CopyReport | null>;
  /** Names of the migrations that opening the store would apply. Changes nothing. */
  pendingMigrations(data: string): Promise<readonly string[]>;
  /** Where a data folder keeps large files, and its scratch folder for data that does not fit into memory. */
  openFiles(data: string): { readonly artifacts: ArtifactStore; readonly scratchFolder: string };
  /** Locations from which the settings allow imports. */
  importPrefixes(data: string): readonly ImportPrefix[];
  /** Opens the store and the accounts, with all that reading profiles needs. */
  openIntake(data: string): Promise<OpenIntake>;
  /** The process that reads documents, by the limits of the settings. `maxBytes`: of a document. */
  openDocumentIntake(
    data: string,
    opened: StoreAndAccounts,
  ): Promise<{ readonly reader: DocumentReader; readonly maxBytes: number; readonly keep: KeepDocument }>;
  /** Opens the intake, with the services that take outcomes and events of datasets. */
  openIngest(data: string): Promise<OpenIngest>;
  /**
   * Uses the API key of the settings if the encoder needs one. Throws an Error that says why opening failed.
   */
  openEncoder(spec: EncoderSpec): Promise<TextEncoder>;
  /** Computes missing vectors in this process. */
  reencode(
    opened: StoreAndAccounts,
    control: ReencodeControl,
  ): Promise<{ readonly rows: number; readonly refused: number }>;
  /**
   * How good the domain's models are on outcomes that they never saw. Uses the settings of the data folder.
   */
  evaluate(opened: StoreAndAccounts, data: string, wanted: WantedEvaluation): Promise<EvaluationReport>;
  /** Creates adaptation jobs. A worker on the data folder carries them out. */
  openModels(opened: StoreAndAccounts): Promise<Pick<ModelService, 'adapt'>>;
  /** Creates jobs of batch predictions without candidates. A worker on the data folder carries them out. */
  openBatches(opened: StoreAndAccounts, data: string): Promise<BatchService>;
  /** Reads datasets in a thread of this process. */
  openTrending(opened: StoreAndAccounts, data: string): Promise<TrendingService & { close(): Promise<void> }>;
  openExperiments(opened: StoreAndAccounts, data: string): Promise<ExperimentService>;
  /** Fits how texts are read on clients' corrections. null: the network does not read the domain. */
  fitReading(
    store: Store,
    tenant: TenantId,
    definition: DomainDefinition,
    control: {
      /** Nothing is put in force. */
      readonly isDry: boolean;
      readonly onProgress: (people: number, all: number) => void;
      readonly signal: AbortSignal;
    },
  ): Promise<ReadingFit | null>;
  openGazetteer(): Promise<{
    readonly resolve: ResolvePlace;
    mayBeginPlace(word: string): boolean;
    populationOf(place: Pick<Place, 'key'>): number;
  }>;
  /** Metadata of each kind of job. */
  taskKinds(): Promise<readonly TaskKind[]>;
  /** Gives a server on the same machine priority over this process. */
  readonly lowerPriority: () => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}
