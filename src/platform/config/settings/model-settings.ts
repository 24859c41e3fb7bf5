/** Settings of the models that the service calls: encoders, the language model and the reranker. */
import { z } from 'zod';
import { extractionModes } from '../../../contract/extraction-modes.ts';
import { type Setting, text, webAddress, wholeNumber } from '../setting.ts';

const textEncoderForms = 'embedded, contextual, folder:PATH, hf:NAME or openai:URL';
export const modelSettings = {
  textEncoder: {
    variable: 'TEXT_ENCODER',
    flag: '--text-encoder',
    form: 'encoder',
    meaning: `The encoder that turns text into vectors: ${textEncoderForms}. Left out: the encoder that made the data folder's vectors, in a new folder embedded. Where it differs from that, every profile is encoded again while matches go on.`,
    example: 'embedded',
    schema: text(/^(embedded|contextual|folder:.+|hf:.+|openai:https?:\/\/.+)$/, textEncoderForms)
      .nullable()
      .default(null),
  },
  textEncoderModel: {
    variable: 'TEXT_ENCODER_MODEL',
    flag: '--text-encoder-model',
    form: 'name',
    meaning: 'Model that is requested from an openai:URL encoder.',
    example: 'text-embedding-3-small',
    schema: z.string().min(1, { error: 'a name' }).nullable().default(null),
  },
  textEncoderApiKey: {
    variable: 'TEXT_ENCODER_API_KEY',
    flag: '--text-encoder-api-key',
    form: 'text',
    meaning: 'Key that goes with an openai:URL encoder, or with a hub that asks for one (hf:NAME).',
    example: 'sk-…',
    schema: z.string().min(1, { error: 'a key' }).nullable().default(null),
    secret: true,
  },
  imageEncoder: {
    variable: 'IMAGE_ENCODER',
    flag: '--image-encoder',
    form: 'name',
    meaning:
      'The encoder that turns images of items into vectors, for tokenizers: `embedded`, or `folder:PATH` with an ONNX image network such as CLIP’s.',
    example: 'folder:/models/clip-vit-base-patch32',
    schema: text(/^(embedded|folder:.+)$/, 'embedded or folder:PATH').default('embedded'),
  },
  llmUrl: {
    variable: 'LLM_URL',
    flag: '--llm-url',
    form: 'address',
    meaning:
      'OpenAI-compatible endpoint (its base URL) of the language model for the stage llm_judge, and for extraction (COUNTERPART_EXTRACTION).',
    example: 'http://127.0.0.1:11434/v1',
    schema: webAddress.nullable().default(null),
    secret: true,
  },
  llmModel: {
    variable: 'LLM_MODEL',
    flag: '--llm-model',
    form: 'name',
    meaning: 'Model that is requested from LLM_URL.',
    example: 'qwen3:8b',
    schema: z.string().min(1, { error: 'a name' }).nullable().default(null),
  },
  llmApiKey: {
    variable: 'LLM_API_KEY',
    flag: '--llm-api-key',
    form: 'text',
    meaning: 'Key that goes with LLM_URL.',
    example: 'sk-…',
    schema: z.string().min(1, { error: 'a key' }).nullable().default(null),
    secret: true,
  },
  llmPrice: {
    variable: 'COUNTERPART_LLM_PRICE',
    flag: '--llm-price',
    form: 'in,out',
    meaning: 'The price of the language model, US dollars a million tokens read and written.',
    example: '0.15,0.60',
    schema: text(/^\d+(\.\d+)?,\d+(\.\d+)?$/, 'two prices with a comma between them').default('0,0'),
  },
  llmDailyUsd: {
    variable: 'COUNTERPART_LLM_DAILY_USD',
    flag: '--llm-daily-usd',
    form: 'US dollars',
    meaning:
      'The most that a tenant may spend on the language model in a UTC day. After that, matches skip llm_judge and rules read the texts.',
    example: '5',
    schema: text(/^\d{1,9}(\.\d+)?$/, 'an amount, 0 or more')
      .transform(Number)
      .nullable()
      .default(null),
  },
  llmConcurrency: {
    variable: 'COUNTERPART_LLM_CONCURRENCY',
    flag: '--llm-concurrency',
    form: 'number',
    meaning: 'Requests to the language model that a tenant may have open at once.',
    example: '32',
    schema: wholeNumber(1, 1000).default(32),
  },
  judgeTimeoutMs: {
    variable: 'COUNTERPART_JUDGE_TIMEOUT_MS',
    flag: '--judge-timeout-ms',
    form: 'ms',
    meaning:
      'The longest that a match waits for llm_judge; after that it keeps the order of the earlier stages.',
    example: '3000',
    schema: wholeNumber(10, 60_000).default(3000),
  },
  extraction: {
    variable: 'COUNTERPART_EXTRACTION',
    flag: '--extraction',
    form: 'word',
    meaning: 'The reader of fields in free text: rules, llm (rules where it fails), or both.',
    example: 'both',
    schema: z.enum(extractionModes, { error: `one of ${extractionModes.join(', ')}` }).default('rules'),
  },
  reranker: {
    variable: 'COUNTERPART_RERANKER',
    flag: '--reranker',
    form: 'reranker',
    meaning:
      'An external reranker whose evidence the stage cross_encoder adds to its own: cohere:URL or tei:URL. A request that pins a tier does not use it.',
    example: 'tei:http://127.0.0.1:8081',
    schema: text(/^(cohere|tei):https?:\/\/[^/]+.*$/, 'cohere:URL or tei:URL')
      .nullable()
      .default(null),
  },
  rerankerModel: {
    variable: 'COUNTERPART_RERANKER_MODEL',
    flag: '--reranker-model',
    form: 'name',
    meaning: 'Model that is requested from the reranker.',
    example: 'rerank-v3.5',
    schema: z.string().min(1, { error: 'a name' }).nullable().default(null),
  },
  rerankerApiKey: {
    variable: 'COUNTERPART_RERANKER_API_KEY',
    flag: '--reranker-api-key',
    form: 'text',
    meaning: 'Key that goes with the reranker.',
    example: 'sk-…',
    schema: z.string().min(1, { error: 'a key' }).nullable().default(null),
    secret: true,
  },
  rerankerTimeoutMs: {
    variable: 'COUNTERPART_RERANKER_TIMEOUT_MS',
    flag: '--reranker-timeout-ms',
    form: 'ms',
    meaning:
      'The longest that a match waits for the reranker; after that it keeps the order of its own cross encoder.',
    example: '1000',
    schema: wholeNumber(10, 60_000).default(1000),
  },
} as const satisfies Readonly<Record<string, Setting>>;
