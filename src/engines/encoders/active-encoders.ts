/**
 * The active encoders: the serving one, whose vectors matches compare, and the target of a running switch.
 * The store decides which they are, and another process may change it at any time. So the version in the
 * store (one small row) is read before every use.
 *
 * An encoder that cannot be opened (a missing folder, a server that is down, a key that this process lacks)
 * stops nothing. It stays active without being open, `problem` says why, and opening is retried at intervals.
 * The store lists the rows that it still has to encode.
 */
import type {
  EncoderRole,
  EncoderRoles,
  EncoderSpec,
  EncoderStore,
} from '../../platform/storage/encoder-store.ts';
import { encoderId, type TextEncoder } from './text-encoder.ts';

export interface ActiveEncoder {
  readonly encoderId: string;
  /** null: not open yet, or not openable. */
  readonly encoder: TextEncoder | null;
  /** Why it could not be opened; null where it is open or being opened. */
  readonly problem: string | null;
}

export interface ActiveEncoders {
  readonly serving: ActiveEncoder;
  readonly target: ActiveEncoder | null;
}

export interface Encoders {
  active(): Promise<ActiveEncoders>;
  /** The same, after every running attempt to open has ended. */
  opened(): Promise<ActiveEncoders>;
  close(): Promise<void>;
}

export interface EncodersOptions {
  readonly store: EncoderStore;
  readonly open: (spec: EncoderSpec) => Promise<TextEncoder>;
  /** Encoders that were opened already when they were resolved; closed with the rest. */
  readonly already?: readonly TextEncoder[];
  readonly onProblem: (encoderId: string, problem: string) => void;
  readonly retryAfterMs?: number;
  /** How long an encoder that is no longer active stays open for running calls. */
  readonly lingerMs?: number;
}

interface Slot {
  encoder: TextEncoder | null;
  problem: string | null;
  opening: Promise<void> | null;
  triedAtMs: number;
}

const RETRY_AFTER_MS = 30_000;
const LINGER_MS = 30_000;

/** Requires that the store names a serving encoder. */
export class WatchedEncoders implements Encoders {
  readonly #options: EncodersOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #closing = new Map<NodeJS.Timeout, TextEncoder>();
  #roles: EncoderRoles | null = null;

  constructor(options: EncodersOptions) {
    this.#options = options;
    for (const encoder of options.already ?? []) {
      const slot = { encoder, problem: null, opening: null, triedAtMs: 0 };
      this.#slots.set(encoderId(encoder.identity), slot);
    }
  }

  async active(): Promise<ActiveEncoders> {
    const { store } = this.#options;
    if (this.#roles === null || (await store.version()) !== this.#roles.version) {
      this.#roles = await store.roles();
      this.#release(this.#roles);
    }
    const { serving, target } = this.#roles;
    if (serving === null) throw new Error('no encoder serves yet');
    return { serving: this.#activeOf(serving), target: target === null ? null : this.#activeOf(target) };
  }

  async opened(): Promise<ActiveEncoders> {
    await this.active();
    await Promise.all([...this.#slots.values()].map(({ opening }) => opening));
    return this.active();
  }

  async close(): Promise<void> {
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    await Promise.all(slots.map(({ opening }) => opening));
    const lingering = [...this.#closing];
    this.#closing.clear();
    for (const [timer] of lingering) clearTimeout(timer);
    const open = [...slots.map(({ encoder }) => encoder), ...lingering.map(([, encoder]) => encoder)];
    await Promise.all(open.map((encoder) => encoder?.close()));
  }

  #activeOf(role: EncoderRole): ActiveEncoder {
    const slot = this.#slots.get(role.encoderId) ?? {
      encoder: null,
      problem: null,
      opening: null,
      triedAtMs: 0,
    };
    this.#slots.set(role.encoderId, slot);
    const { retryAfterMs = RETRY_AFTER_MS } = this.#options;
    if (slot.encoder === null && slot.opening === null && Date.now() - slot.triedAtMs >= retryAfterMs) {
      slot.triedAtMs = Date.now();
      slot.opening = this.#open(role, slot).finally(() => {
        slot.opening = null;
      });
    }
    return { encoderId: role.encoderId, encoder: slot.encoder, problem: slot.problem };
  }

  /** Never rejects. */
  async #open(role: EncoderRole, slot: Slot): Promise<void> {
    try {
      slot.encoder = await openAs(role, this.#options.open);
      slot.problem = null;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== slot.problem) this.#options.onProblem(role.encoderId, problem);
      slot.problem = problem;
    }
  }

  #release({ serving, target }: EncoderRoles): void {
    const { lingerMs = LINGER_MS } = this.#options;
    for (const [id, { encoder, opening }] of this.#slots) {
      if (id === serving?.encoderId || id === target?.encoderId || opening !== null) continue;
      this.#slots.delete(id);
      if (encoder === null) continue;
      const timer = setTimeout(() => {
        this.#closing.delete(timer);
        void encoder.close();
      }, lingerMs).unref();
      this.#closing.set(timer, encoder);
    }
  }
}

/** Throws where the encoder cannot be opened, or has changed its identity. */
async function openAs(
  { encoderId: wanted, spec }: EncoderRole,
  open: EncodersOptions['open'],
): Promise<TextEncoder> {
  const { setting, model } = spec ?? { setting: 'embedded', model: null };
  const encoder = await open({ setting, model });
  const found = encoderId(encoder.identity);
  if (found === wanted) return encoder;
  await encoder.close();
  throw new Error(
    spec === null
      ? `nothing is known of how to open ${wanted}`
      : `${setting} is ${found} now, and was ${wanted} when its vectors were made`,
  );
}
