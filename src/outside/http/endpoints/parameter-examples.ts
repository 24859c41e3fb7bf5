/**
 * Examples of path, query and header parameters by name, or by operation and name. The ids are those of the recorded
 * answers.
 */
import recorded from './recorded-answers.generated.json' with { type: 'json' };

const { download_url } = recorded.getJob.result as { readonly download_url: string };

/** The bytes that the example of `Range` asks for, first and last. */
export const exampleRange = [0, 99] as const;

export const parameterExamples: Readonly<Record<string, string | number | readonly string[]>> = {
  user_id: 'ana',
  domain: 'dating',
  version: 1,
  match_id: recorded.match.match_id,
  run_id: recorded.train.run_id,
  dataset_id: recorded.getDataset.id,
  model_id: recorded.getModel.id,
  name: 'live',
  simulation_id: recorded.getSimulation.id,
  tokenizer_id: recorded.getTokenizer.id,
  job_id: recorded.getJob.id,
  tenant_id: 'ten_01jyav4m9zq3w8k5r7t2x6c0de',
  key_id: 'key_01jyav4m9zq3w8k5r7t2x6c0df',
  experiment_id: 'exp_01jyav4m9zq3w8k5r7t2x6c0dg',
  token: download_url.slice(download_url.lastIndexOf('/') + 1),
  records: 'true',
  repeated: 'merge',
  alternatives: 'true',
  block: 'false',
  prefix: 'a',
  user_ids: ['ana', 'bruno'],
  'getTokenizerCodes.prefix': '0',
  'listModelItems.prefix': 'tea-',
  item_ids: ['tea-01'],
  item_id: 'tea-01',
  action: 'key.create',
  actor: 'key_01jyav4m9zq3w8k5r7t2x6c0df',
  from: '2026-11-01T00:00:00Z',
  to: '2026-12-01T00:00:00Z',
  kind: 'dataset_export',
  status: 'succeeded',
  limit: 1,
  days: 7,
  cursor: recorded.listJobs.next_cursor ?? '',
  'Idempotency-Key': '5f0c9a4e-5a0b-4a52-9d0c-6a1f3a1f7a10',
  Range: `bytes=${exampleRange.join('-')}`,
  'If-Range': '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  'If-None-Match': '"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"',
};
