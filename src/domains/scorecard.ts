/** The domain's prior scorecard: what speaks for and against a pair, before any outcome is known. */
import { z } from 'zod';

export const Scorecard = z.looseObject({});
export type Scorecard = z.infer<typeof Scorecard>;
