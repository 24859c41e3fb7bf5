/** The page of a sign-in that failed: a sentence and a way back. It runs no script and loads no style. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, shownError } from '../answers/render-error.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function sendFaultPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = shownError(error, request, reply);
  request.errorCode = shown.code;
  return reply
    .code(shown.status)
    .headers(errorHeaders(shown))
    .type('text/html; charset=utf-8')
    .send(pageOf(shown.message, request.id));
}

const pageOf = (message: string, requestId: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The sign-in failed · Counterpart</title>
</head>
<body>
<main>
<h1>The sign-in failed</h1>
<p>${escaped(message)}</p>
<p><a href="/console/">Back to the sign-in</a></p>
<p><small>Request ${escaped(requestId)}</small></p>
</main>
</body>
</html>
`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
