/**
 * The error as a span records it: its code, else the name of its class. Its message may hold data of callers,
 * so it is left out.
 */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(code) ? code : error.name;
}
