import { client } from '../../api/client.ts';
import { type ApiCall, pathOf } from './api-operation.ts';

export function sendCall<Answer>(call: ApiCall): Promise<Answer> {
  const { operation, body } = call;
  return client.request<Answer>({
    method: operation.method,
    path: pathOf(call),
    ...(body !== undefined && { body }),
  });
}
