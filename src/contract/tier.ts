/** The specificity of a model. */
import { z } from 'zod';

export const Tier = z.enum(['general', 'domain', 'tenant']);
export type Tier = z.infer<typeof Tier>;
