/** Work that begins a trace, or goes on with the trace of the process that asked for it. */
import { currentTracer } from './current-tracer.ts';
import { failureOf } from './failure-of.ts';
import type { SpanAttributes, SpanStart, TraceHeaders } from './tracer.ts';

/** `ended` gives the attributes that are known with the result, and the failure where the result is one. */
export async function inTrace<Result>(
  begin: () => SpanStart,
  from: TraceHeaders | undefined,
  work: () => Promise<Result>,
  ended: (result: Result) => { readonly attributes?: SpanAttributes; readonly failure?: string } = () => ({}),
): Promise<Result> {
  const tracer = currentTracer();
  if (tracer === null) return work();
  const span = tracer.begin(begin(), from);
  try {
    const result = await tracer.within(span, work);
    const { attributes, failure } = ended(result);
    span.end(attributes, failure);
    return result;
  } catch (error) {
    span.end({}, failureOf(error));
    throw error;
  }
}
