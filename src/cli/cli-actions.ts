/** What the command line needs of the rest; the composition root passes it in. */
import type { Accounts } from '../accounts/create-accounts.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { ImportPrefix } from '../contract/import-prefixes.ts';
import type { ResolvePlace } from '../domains/place.ts';
import type { TextEncoder } from '../encoders/text-encoder.ts';
import type { TaskKind } from '../jobs/task.ts';
import type { EvaluationReport } from '../learn/evaluate/evaluation-report.ts';
import type { WantedEvaluation } from '../learn/evaluate-domain.ts';
import type { ReencodeControl } from '../profiles/heads/reencode-profiles.ts';
import type { ProfileService } from '../profiles/profile-service.ts';
import type { ModelService } from '../sequence-models/adaptation/model-service.ts';
import type { EncoderSpec } from '../storage/encoder-store.ts';
import type { Store } from '../storage/store.ts';

export interface OpenBooks {
  readonly store: Store;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

export interface OpenIntake extends OpenBooks {
  readonly profiles: Pick<ProfileService, 'upsertMany'>;
  /** Texts that the rules read so far because no language model answered. */
  fallbacks(): number;
}

export interface CliActions {
  /** `argv`: what stands after the command, to be read by the settings. Resolves when the server listens. */
  serve(argv: readonly string[]): Promise<void>;
  /** Resolves when the worker works. */
  work(argv: readonly string[]): Promise<void>;
  demo(argv: readonly string[]): Promise<void>;
  /** What `help serve` says of every setting: lines of text. */
  describeSettings(): string;
  /** The store and accounts of a data folder. */
  openStoreAndAccounts(data: string): Promise<OpenBooks>;
  /** Where a data folder keeps large files, and where there is room for what does not fit into memory. */
  openFiles(data: string): { readonly artifacts: ArtifactStore; readonly scratchFolder: string };
  /** Places that the settings allow for imports. */
  importPrefixes(data: string): readonly ImportPrefix[];
  /** What reads people in, too. */
  openIntake(data: string): Promise<OpenIntake>;
  /** By the settings' key, where it needs one. Throws an Error that says why it cannot be opened. */
  openEncoder(spec: EncoderSpec): Promise<TextEncoder>;
  /** Makes the vectors that are missing, here and now. */
  reencode(
    books: OpenBooks,
    control: ReencodeControl,
  ): Promise<{ readonly rows: number; readonly refused: number }>;
  /** How good the domain's heads are, on outcomes they never saw; by the settings of the data folder. */
  evaluate(books: OpenBooks, data: string, wanted: WantedEvaluation): Promise<EvaluationReport>;
  /** Makes models' jobs; whoever works on the data folder carries them out. */
  openModels(books: OpenBooks): Pick<ModelService, 'adapt'>;
  openGazetteer(): Promise<{ readonly resolve: ResolvePlace }>;
  /** What is known of each kind of job. */
  readonly taskKinds: readonly TaskKind[];
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly version: string;
}
