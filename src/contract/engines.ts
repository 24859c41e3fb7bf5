/** The engines that find the candidates of a domain. */
import { z } from 'zod';

export const Engine = z.enum(['memory', 'opensearch']);
export type EngineName = z.output<typeof Engine>;
