// The calls to Counterpart. The key stays in this process: a browser never sees it.
const { COUNTERPART_URL = 'http://127.0.0.1:8080', COUNTERPART_API_KEY } = process.env;
if (!COUNTERPART_API_KEY) throw new Error('Set COUNTERPART_API_KEY to a key of your workspace.');

/** The answer's body. Throws an Error with `code`, `status` and `requestId` where the answer is an error. */
export async function call(method, path, body) {
  const answer = await fetch(`${COUNTERPART_URL}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${COUNTERPART_API_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = await answer.json();
  if (answer.ok) return json;
  const { code, message } = json.error;
  throw Object.assign(new Error(message), { code, status: answer.status, requestId: json.request_id });
}
