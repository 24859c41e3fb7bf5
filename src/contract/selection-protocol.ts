/** By which held-out events a training chooses its number of epochs, its blend and the scale of its scores. */
import { z } from 'zod';

export const SelectionProtocol = z.enum(['time', 'leave_one_out']);
export type SelectionProtocol = z.output<typeof SelectionProtocol>;
