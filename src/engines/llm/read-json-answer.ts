/** Extracts the JSON object from a model's answer: plain, in a code fence, or after a reasoning text. */
import type { z } from 'zod';
import { tryJson } from '../../platform/outbound/try-json.ts';
import { LanguageModelUnavailable, type Question } from './language-model.ts';

/** Throws `LanguageModelUnavailable` (`malformed`); its message never quotes text of people. */
export function readJsonAnswer<Answer>(text: string, form: Question<Answer>['form']): Answer {
  const value = tryJson(bare(text));
  if (value === undefined) {
    throw new LanguageModelUnavailable(
      'malformed',
      `the model did not answer in JSON (${text.length} characters)`,
    );
  }
  const parsed = form.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new LanguageModelUnavailable(
    'malformed',
    `the model answered in another form than «${form.name}»: ${faultsOf(parsed.error)}`,
  );
}

function bare(text: string): string {
  const thoughtless = text.replace(/^[\s\S]*<\/think>/, '').trim();
  const fenced = /^```(?:json)?\s*([\s\S]*?)\s*```$/.exec(thoughtless);
  return fenced?.[1] ?? thoughtless;
}

function faultsOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
    .join('; ');
}
