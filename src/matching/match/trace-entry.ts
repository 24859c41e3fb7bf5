/** The runner's notes on one stage. */
import type { FilterRule } from '../../contract/match.ts';
import type { StageName } from '../../contract/match-stages.ts';
import type { UsedModel } from './stage.ts';

export interface TraceEntry {
  readonly stage: StageName;
  readonly enabled: boolean;
  readonly in: number;
  readonly out: number;
  readonly dropped: Readonly<Record<string, number>>;
  readonly reasons?: ReadonlyMap<string, string>;
  readonly rules?: readonly FilterRule[];
  readonly examples?: Readonly<Record<string, readonly string[]>>;
  readonly ms: number;
  readonly model?: UsedModel;
  readonly degraded?: string;
  readonly note?: string;
}
