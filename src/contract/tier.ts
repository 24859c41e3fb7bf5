/** How specific a model is. */
import { z } from 'zod';

export const Tier = z.enum(['general', 'domain', 'tenant']);
export type Tier = z.infer<typeof Tier>;
