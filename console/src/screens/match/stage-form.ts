/** The wire form of `stages`: a switch, or an object of the differences from the default. */
import { matchStages, type StageName } from 'counterpart-stages';
import type { Stages } from '../../api/queries.ts';

export type Tier = 'general' | 'domain' | 'tenant';

export interface StageForm {
  readonly enabled: boolean;
  readonly top_k?: number | undefined;
  readonly min_score?: number | undefined;
  readonly model?: Tier | undefined;
  readonly prompt?: string | undefined;
}

export function readStage(stages: Stages | undefined, name: StageName): StageForm {
  const wire = stages?.[name];
  // An object without `enabled` switches its stage on.
  if (typeof wire === 'object' && wire !== null) return { ...wire, enabled: wire.enabled ?? true };
  return { enabled: wire ?? matchStages[name].onByDefault };
}

export function writeStage(stages: Stages | undefined, name: StageName, form: StageForm): Stages | undefined {
  const { enabled, ...options } = form;
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { [name]: _, ...rest } = stages ?? {};
  const byDefault = enabled === matchStages[name].onByDefault;
  const bare = Object.keys(given).length === 0;
  const wire = bare ? enabled : { ...given, ...(!enabled && { enabled }) };
  const next = bare && byDefault ? rest : { ...rest, [name]: wire };
  return Object.keys(next).length === 0 ? undefined : (next as Stages);
}
