/** What the command line needs of the rest; the composition root passes it in. */
import type { Accounts } from '../accounts/create-accounts.ts';
import type { ResolvePlace } from '../domains/place.ts';
import type { TextEncoder } from '../encoders/text-encoder.ts';
import type { ProfileService } from '../profiles/profile-service.ts';
import type { Store } from '../storage/store.ts';

export interface OpenBooks {
  readonly store: Store;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

export interface OpenIntake extends OpenBooks {
  readonly profiles: Pick<ProfileService, 'upsertMany'>;
}

export interface CliActions {
  /** `argv`: what stands after the command, to be read by the settings. Resolves when the server listens. */
  serve(argv: readonly string[]): Promise<void>;
  demo(argv: readonly string[]): Promise<void>;
  /** What `help serve` says of every setting: lines of text. */
  describeSettings(): string;
  /** The store and accounts of a data folder. */
  openBooks(data: string): Promise<OpenBooks>;
  /** What reads people in, too. */
  openIntake(data: string): Promise<OpenIntake>;
  openEncoder(): Promise<TextEncoder>;
  openGazetteer(): Promise<{ readonly resolve: ResolvePlace }>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly version: string;
}
