/** How a field is found in free text: the grammar that a domain's file declares and `profiles/extract/` carries out. */
import { z } from 'zod';

export const ExtractionRule = z.looseObject({ rule: z.string() });
export type ExtractionRule = z.infer<typeof ExtractionRule>;
