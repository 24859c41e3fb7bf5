/** The tools, in the order in which a client shows them. */

import { Identifier } from '../../../contract/common.ts';
import { FeedbackRequest } from '../../../contract/feedback.ts';
import { MatchRequest, SeekerId } from '../../../contract/match.ts';
import { PredictRequest } from '../../../contract/model.ts';
import { UpsertUserRequest } from '../../../contract/user.ts';
import { explainTool } from './explain-pair.ts';
import { idArgument } from './path-argument.ts';
import type { McpTool } from './tool.ts';

const readsOnly = { readOnlyHint: true, openWorldHint: false };

const match: McpTool = {
  name: 'match',
  title: 'Find matches',
  description:
    'Ranked, compatible candidates for a person who is stored in a domain (`user_id`), or for one who is not and is not stored (`profile`: free text, fields, preferences). `filters` are hard: a field name with a scalar (equals), an array (any of) or an object of gt, gte, lt, lte, ne, in, nin, exists; `<geo field>_within_km` for a distance. The resource of the domain’s schema lists the fields. `explain: true` adds reasons. Keep `match_id` for feedback.',
  input: MatchRequest.extend({ user_id: SeekerId }),
  annotations: readsOnly,
  call: (send, args) => send({ method: 'POST', path: '/v1/match', body: args }),
};

const upsertPerson: McpTool = {
  name: 'upsert_person',
  title: 'Store a person',
  description:
    'Creates a person (or job, agent, product: whatever the domain matches), or replaces what the call speaks for. Give `context`, free text from which fields are read, or `fields`, typed values by field name, or both; `fields` win. `preferences` are hard demands on a counterpart, in the grammar of `filters`. The answer is the record; `missing_required` names fields without which nobody else is shown this person.',
  input: UpsertUserRequest,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  call: (send, args) => send({ method: 'POST', path: '/v1/users', body: args }),
};

const feedback: McpTool = {
  name: 'feedback',
  title: 'Report outcomes',
  description:
    'The outcomes of matches: accepted, rejected, converted, expired, or a label of the workspace. Each item is validated alone; `errors` lists those that were left out. Outcomes train the ranking and keep decided candidates out of later matches.',
  input: FeedbackRequest,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  call: (send, args) => send({ method: 'POST', path: '/v1/feedback', body: args }),
};

const predict: McpTool = {
  name: 'predict',
  title: 'Predict the next item',
  description:
    'Ranks items of a behavioural model by how likely each comes next after a history of item ids, oldest first. Scores are relative. An empty history ranks by popularity.',
  input: PredictRequest.safeExtend({ model_id: Identifier.describe('A model whose status is `ready`.') }),
  annotations: readsOnly,
  call: async (send, args) => {
    const modelId = idArgument(args, 'model_id');
    const { model_id: _, ...body } = args;
    return send({ method: 'POST', path: `/v1/models/${encodeURIComponent(modelId)}/predict`, body });
  },
};

export const tools: readonly McpTool[] = [match, explainTool, upsertPerson, feedback, predict];
