/**
 * Decides which encoder serves when a process starts. The store decides, unless the operator has set an
 * encoder. On a store without vectors that encoder serves from now on. On any other it becomes the target of
 * a switch. Without a setting the stored encoder stays; a new store gets the embedded one.
 */
import { resolve } from 'node:path';
import type {
  EncoderRole,
  EncoderRoles,
  EncoderSpec,
  EncoderStore,
} from '../../platform/storage/encoder-store.ts';
import { encoderId, type TextEncoder } from './text-encoder.ts';

export interface SettledEncoders {
  /** Encoders that had to be opened to learn their identity. */
  readonly opened: readonly TextEncoder[];
  readonly roles: EncoderRoles;
  /** A notice for the operator; null: none. */
  readonly notice: string | null;
}

/**
 * `encoderSpec`: null where the operator has set none. `mayBeginSwitch`: true only for the server; another process
 * with a different setting continues with the encoder of the store. Throws where a required encoder cannot be
 * opened.
 */
export async function resolveEncoders(
  store: EncoderStore,
  encoderSpec: EncoderSpec | null,
  options: {
    readonly open: (spec: EncoderSpec) => Promise<TextEncoder>;
    readonly mayBeginSwitch: boolean;
    readonly now: () => string;
  },
): Promise<SettledEncoders> {
  const roles = await store.roles();
  if (roles.serving !== null && (encoderSpec === null || !options.mayBeginSwitch))
    return keepStored(roles, encoderSpec, options.open);
  const spec = storable(encoderSpec ?? { setting: 'embedded', model: null });
  const encoder = await options.open(spec);
  const role = roleOf(encoder, spec, options.now());
  if (roles.serving === null) await store.adopt(role);
  else if (changes(roles, role)) await store.startSwitch(role);
  const now = await store.roles();
  return { opened: [encoder], roles: now, notice: noticeOf(roles, now, role) };
}

export function roleOf(encoder: TextEncoder, spec: EncoderSpec, since: string): EncoderRole {
  return { encoderId: encoderId(encoder.identity), spec: storable(spec), since };
}

/** Opens the encoder here, so that a start without any encoder fails; during a switch either one suffices. */
async function keepStored(
  roles: EncoderRoles,
  encoderSpec: EncoderSpec | null,
  open: (spec: EncoderSpec) => Promise<TextEncoder>,
): Promise<SettledEncoders> {
  const wanted = (roles.target ?? roles.serving)!;
  const notice =
    encoderSpec === null || same(storable(encoderSpec), wanted.spec)
      ? null
      : `TEXT_ENCODER names ${encoderSpec.setting}, but the store has ${wanted.encoderId}, which is used; «counterpart encoder switch» changes it`;
  if (roles.target !== null) return { opened: [], roles, notice };
  const spec = wanted.spec ?? { setting: 'embedded', model: null };
  const encoder = await open(spec).catch((cause: unknown) => {
    throw new Error(
      `the store's vectors are made with ${wanted.encoderId} (${spec.setting}), which cannot be opened: ${(cause as Error).message}. Repair that, or set TEXT_ENCODER to another encoder, and people are encoded anew.`,
      { cause },
    );
  });
  if (encoderId(encoder.identity) === wanted.encoderId) return { opened: [encoder], roles, notice };
  const found = encoderId(encoder.identity);
  await encoder.close();
  throw new Error(
    `the store's vectors are made with ${wanted.encoderId}, and ${spec.setting} is ${found} now. Set TEXT_ENCODER=${spec.setting} to encode people anew with it, or put back what was there.`,
  );
}

function changes({ serving, target }: EncoderRoles, { encoderId: id, spec }: EncoderRole): boolean {
  if (target !== null) return target.encoderId !== id || !same(target.spec, spec);
  return serving?.encoderId !== id || !same(serving.spec, spec);
}

function same(a: EncoderSpec | null, b: EncoderSpec | null): boolean {
  return a?.setting === b?.setting && a?.model === b?.model;
}

function noticeOf(before: EncoderRoles, { serving, target }: EncoderRoles, role: EncoderRole): string | null {
  if (target !== null && target.encoderId === role.encoderId && before.target?.encoderId !== role.encoderId)
    return `people are encoded anew with ${target.encoderId}; matches go on with ${serving?.encoderId} until that is done`;
  if (before.target !== null && target === null)
    return `the switch to ${before.target.encoderId} is ended, because TEXT_ENCODER names ${role.encoderId}, which serves`;
  return null;
}

/** The setting in a form that any process can open. Throws where that would store a secret. */
function storable({ setting, model }: EncoderSpec): EncoderSpec {
  if (setting.startsWith('folder:')) return { setting: `folder:${resolve(setting.slice(7))}`, model };
  const url = setting.startsWith('openai:') ? URL.parse(setting.slice(7)) : null;
  if (url === null) return { setting, model };
  const names = [...url.searchParams.keys()];
  if (url.username !== '' || url.password !== '' || names.some((name) => /key|token|secret|sig/i.test(name)))
    throw new Error(
      'the address of the text encoder carries a key, and is kept in the store where a key must not lie: give it as TEXT_ENCODER_API_KEY',
    );
  return { setting, model };
}
