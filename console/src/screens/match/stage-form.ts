/** The wire form of `stages`: a switch, or an object of the differences from the default. */
import type { Stages } from '../../api/queries.ts';

export const stageNames = ['sql_filter', 'light_ml', 'embedding', 'cross_encoder', 'llm_judge'] as const;
export type StageName = (typeof stageNames)[number];
export type Tier = 'general' | 'domain' | 'tenant';

export interface StageForm {
  readonly enabled: boolean;
  readonly top_k?: number | undefined;
  readonly min_score?: number | undefined;
  readonly model?: Tier | undefined;
  readonly prompt?: string | undefined;
}

/** The service's defaults, and the largest `top_k`. */
export const stageDefaults: Readonly<Record<StageName, { enabled: boolean; top_k?: number; most?: number }>> =
  {
    sql_filter: { enabled: true },
    light_ml: { enabled: true, top_k: 2000, most: 10_000 },
    embedding: { enabled: true, top_k: 200, most: 10_000 },
    cross_encoder: { enabled: true, top_k: 50, most: 500 },
    llm_judge: { enabled: false, top_k: 10, most: 50 },
  };

export function readStage(stages: Stages | undefined, name: StageName): StageForm {
  const wire = stages?.[name];
  // An object without `enabled` switches its stage on.
  if (typeof wire === 'object' && wire !== null) return { ...wire, enabled: wire.enabled ?? true };
  return { enabled: wire ?? stageDefaults[name].enabled };
}

export function writeStage(stages: Stages | undefined, name: StageName, form: StageForm): Stages | undefined {
  const { enabled, ...options } = form;
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { [name]: _, ...rest } = stages ?? {};
  const byDefault = enabled === stageDefaults[name].enabled;
  const bare = Object.keys(given).length === 0;
  const wire = bare ? enabled : { ...given, ...(!enabled && { enabled }) };
  const next = bare && byDefault ? rest : { ...rest, [name]: wire };
  return Object.keys(next).length === 0 ? undefined : (next as Stages);
}
