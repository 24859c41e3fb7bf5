/** An argument that the tool itself reads, and that is no part of the body that the service validates. */
import { Identifier } from '../../../contract/common.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import { issueMessage } from '../../../contract/issue-message.ts';
import type { Arguments } from './tool.ts';

/** Throws `invalid_request` unless it is an id: 1 to 256 characters, none of them a control character. */
export function idArgument(args: Arguments, name: string): string {
  const value = args[name];
  const parsed = Identifier.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(
    parsed.error.issues.map((issue) => ({ path: name, message: issueMessage(issue, value) })),
  );
}
