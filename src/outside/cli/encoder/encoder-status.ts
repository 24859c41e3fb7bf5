/** The state of the text encoders, for the operator. */
import { describeEncoders } from '../../../engines/encoders/describe-encoders.ts';
import { reencodeKind } from '../../../people/profiles/vectors/reencode-kind.ts';
import { SYSTEM } from '../../../platform/jobs/schedule.ts';
import type { EncoderRole } from '../../../platform/storage/encoder-store.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { Store } from '../../../platform/storage/store.ts';

interface ShownRole {
  readonly encoder: string;
  readonly setting: string | null;
  readonly model: string | null;
  readonly since: string;
}

export interface ShownStatus {
  readonly serving: ShownRole | null;
  readonly target: ShownRole | null;
  readonly rows_to_encode: number;
  /** 0..1; 1 when no switch is in progress. */
  readonly share: number;
  /** The last re-encoding job, if it is still stored. */
  readonly job: { readonly status: string; readonly problem: string | null; readonly refused: number } | null;
  readonly vectors: readonly { readonly encoder: string; readonly heads: number }[];
  /** The next step for the operator. */
  readonly next: string;
}

export async function encoderStatus({
  encoders,
  jobs,
}: Pick<Store, 'encoders' | 'jobs'>): Promise<ShownStatus> {
  const { serving, target } = await encoders.roles();
  const { rowsLeft, share } = await describeEncoders(encoders);
  const [latest] = await jobs.list(SYSTEM, { kinds: [reencodeKind.kind], before: null, limit: 1 });
  const job = latest === undefined ? null : shownJob(latest);
  return {
    serving: shownRole(serving),
    target: shownRole(target),
    rows_to_encode: rowsLeft,
    share,
    job,
    vectors: (await encoders.countVectors()).map(({ encoderId, vectors }) => ({
      encoder: encoderId,
      heads: vectors,
    })),
    next: nextStep({ serving, target, rowsLeft, job, hasOld: await encoders.hasOldVectors() }),
  };
}

function shownRole(role: EncoderRole | null): ShownRole | null {
  if (role === null) return null;
  const { encoderId, spec, since } = role;
  return { encoder: encoderId, setting: spec?.setting ?? null, model: spec?.model ?? null, since };
}

function shownJob({ status, error, detail }: Job): NonNullable<ShownStatus['job']> {
  const reported = detail?.problem;
  const refused = detail?.refused;
  return {
    status,
    problem: error?.message ?? (typeof reported === 'string' ? reported : null),
    refused: typeof refused === 'number' ? refused : 0,
  };
}

function nextStep({
  serving,
  target,
  rowsLeft,
  job,
  hasOld,
}: {
  serving: EncoderRole | null;
  target: EncoderRole | null;
  rowsLeft: number;
  job: ShownStatus['job'];
  hasOld: boolean;
}): string {
  if (serving === null) return 'nothing: the first start or import chooses by TEXT_ENCODER.';
  if (job?.problem != null)
    return `see to what «job» says; it is tried again by itself. «counterpart encoder switch ${serving.spec?.setting ?? 'embedded'}» goes back.`;
  if (target === null && rowsLeft === 0 && !hasOld) return 'nothing.';
  if (job?.status === 'running') return 'nothing: it is being done.';
  const what =
    target === null && rowsLeft === 0 ? 'vectors of the encoder before are removed' : 'rows are encoded';
  return `nothing while a server or «counterpart work» runs: the ${what} within a minute.`;
}
