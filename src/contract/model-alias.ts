/** Wire shapes of aliases: names that stand for models, and can be moved from one model to another. */
import { z } from 'zod';
import { ResourceId } from './lists.ts';

/** With its prefix `alias:`, the name is an id of at most 128 characters. */
const MAX_NAME = 100;
const MAX_REASON = 500;

export const AliasName = z
  .string()
  .min(1)
  .max(MAX_NAME)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
    'must begin with a letter or digit, then letters, digits, «_», «.», «-»',
  )
  .describe('The name without its prefix `alias:`, such as `live`.');

export const MoveAliasRequest = z
  .strictObject({
    model_id: ResourceId.describe(
      'A ready model, or `alias:NAME` for the model that another alias names now.',
    ),
    from_model_id: ResourceId.optional().describe(
      'The model that the alias must name now, so that two movers do not undo each other; 409 if it names another.',
    ),
    reason: z
      .string()
      .min(1)
      .max(MAX_REASON)
      .optional()
      .describe('Kept with the move, for people. Default: which key moved it.'),
  })
  .meta({ id: 'MoveAliasRequest' });
export type MoveAliasRequest = z.output<typeof MoveAliasRequest>;

const AliasMove = z.object({ model_id: z.string(), moved_at: z.string(), reason: z.string() });

export const ModelAliasFields = z
  .object({
    name: z.string(),
    id: z.string().describe('`alias:NAME`, which every operation takes in place of a model’s id.'),
    model_id: z.string().describe('The model that it names now.'),
    moved_at: z.string(),
    moves: z.array(AliasMove).describe('The last ten moves, newest first.'),
  })
  .meta({ id: 'ModelAliasFields' });
export type ModelAliasFields = z.output<typeof ModelAliasFields>;

export const ModelAlias = ModelAliasFields.extend({ request_id: z.string() }).meta({ id: 'ModelAlias' });
export const ModelAliasList = z
  .object({ data: z.array(ModelAliasFields), request_id: z.string() })
  .meta({ id: 'ModelAliasList' });
export const RemovedAlias = z
  .object({ name: z.string(), removed: z.literal(true), request_id: z.string() })
  .meta({ id: 'RemovedAlias' });
