import { ApiError, type Issue } from '../../contract/errors.ts';

/** A fault of `filters` as one of `metadata_filters`, for a caller who wrote that. */
export function inDeprecatedTerms(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, details, status } = error;
  const { issues, fields } = details as { issues?: readonly Issue[]; fields?: readonly string[] };
  const told = {
    ...details,
    ...(issues && { issues: issues.map((issue) => ({ ...issue, path: renamed(issue.path) })) }),
    ...(fields && { fields: fields.map(renamed) }),
  };
  return new ApiError(code, renamed(message), told, status);
}

function renamed(path: string): string {
  return path.replace(/^filters\b/, 'metadata_filters');
}
