import { ApiError, type Issue } from '../../contract/errors.ts';

/** Renames `filters` to `metadata_filters` in an error, for a caller that used the deprecated key. */
export function inDeprecatedTerms(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, details, status } = error;
  const { issues, fields } = details as { issues?: readonly Issue[]; fields?: readonly string[] };
  const renamedDetails = {
    ...details,
    ...(issues && { issues: issues.map((issue) => ({ ...issue, path: renamed(issue.path) })) }),
    ...(fields && { fields: fields.map(renamed) }),
  };
  return new ApiError(code, renamed(message), renamedDetails, status);
}

function renamed(path: string): string {
  return path.replace(/^filters\b/, 'metadata_filters');
}
