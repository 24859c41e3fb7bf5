import type { ErrorDetails } from '../../../contract/error-details.ts';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';

/** Renames `filters` to `metadata_filters` in an error, for a caller that used the deprecated key. */
export function inDeprecatedTerms(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, details, status } = error;
  return new ApiError(code, renamed(message), renamedDetails(details), status);
}

function renamedDetails(details: ErrorDetails[ErrorCode]): ErrorDetails[ErrorCode] {
  if ('issues' in details)
    return { ...details, issues: details.issues.map((issue) => ({ ...issue, path: renamed(issue.path) })) };
  if ('fields' in details) return { ...details, fields: details.fields.map(renamed) };
  return details;
}

function renamed(path: string): string {
  return path.replace(/^filters\b/, 'metadata_filters');
}
