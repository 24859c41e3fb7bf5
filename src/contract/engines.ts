/** The engines that find the candidates of a domain. */
import { z } from 'zod';

export const engineNames = ['memory', 'opensearch'] as const;
export const Engine = z.enum(engineNames).meta({ id: 'Engine' });
export type EngineName = z.output<typeof Engine>;
