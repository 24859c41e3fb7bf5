// A dating site: people write a text about themselves, see who suits them and why, and say yes or no.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { call } from './counterpart.mjs';

const page = readFileSync(new URL('page.html', import.meta.url));
const domain = 'dating';
const MAX_BODY_BYTES = 16 * 1024;

// A visitor is known by an id in a cookie that other sites cannot send. A real site would have accounts.
const visitorOf = (request) => /(?:^|; )visitor=([0-9a-f-]{36})/.exec(request.headers.cookie ?? '')?.[1];

const routes = {
  'GET /': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  },

  'POST /profile': async (request, response) => {
    const { text } = await bodyOf(request);
    const visitor = visitorOf(request) ?? randomUUID();
    const { fields, preferences, missing_required } = await call('POST', '/users', {
      user_id: visitor,
      domain,
      context: text,
    });
    response.setHeader('set-cookie', `visitor=${visitor}; HttpOnly; SameSite=Strict; Path=/`);
    return { fields, preferences, missing_required };
  },

  'GET /matches': async (request) => {
    const { match_id, matches } = await call('POST', '/match', {
      user_id: known(request),
      domain,
      limit: 10,
      explain: true,
    });
    const people = await Promise.all(
      matches.map(({ user_id }) => call('GET', `/users/${encodeURIComponent(user_id)}?domain=${domain}`)),
    );
    return matches.map(({ user_id, score, reasons }, n) => {
      const { age, location, values_text } = people[n].fields;
      return { match_id, user_id, score, reasons, age, location, about: values_text };
    });
  },

  'POST /decision': async (request) => {
    const { user_id, match_id, yes } = await bodyOf(request);
    const outcome = yes ? 'accepted' : 'rejected';
    const item = { seeker_id: known(request), candidate_id: user_id, match_id, outcome };
    const { accepted } = await call('POST', '/feedback', { domain, items: [item] });
    return { accepted };
  },
};

function known(request) {
  const visitor = visitorOf(request);
  if (!visitor) throw Object.assign(new Error('Write something about yourself first.'), { status: 400 });
  return visitor;
}

async function bodyOf(request) {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) {
    text += piece;
    if (text.length > MAX_BODY_BYTES) throw Object.assign(new Error('That is too long.'), { status: 413 });
  }
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw Object.assign(new Error('Expected JSON.'), { status: 400 });
  }
}

const server = createServer(async (request, response) => {
  try {
    const route = routes[`${request.method} ${request.url}`];
    if (!route) throw Object.assign(new Error('There is no such page.'), { status: 404 });
    const answer = await route(request, response);
    if (answer !== undefined)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  } catch (error) {
    // Faults of the visitor are told; those of the site are logged.
    const own = !(error.status < 500) || error.status === 401 || error.status === 403;
    if (own) console.error(error.code ?? '', error.message, error.requestId ?? '');
    response.writeHead(own ? 500 : error.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: own ? 'Something went wrong; try again.' : error.message }));
  }
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`Open http://127.0.0.1:${server.address().port}/`),
);
