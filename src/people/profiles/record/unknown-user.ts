import { type ApiError, apiError } from '../../../contract/errors.ts';

/** `where`: «in dating». */
export function unknownUser(userId: string, where: string): ApiError {
  return apiError('user_not_found', `no user «${userId}» ${where}. POST /v1/users makes one.`, {
    user_id: userId,
  });
}
