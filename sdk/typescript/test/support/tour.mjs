/**
 * The work that every runtime must do, as plain JavaScript. `lib`: the package; `front`: the address of the
 * front server; `key`: the API key. Gives what came out, as JSON.
 */
export async function tour(lib, { front, key, runtime }) {
  const { ApiError, Counterpart, ndjson } = lib;
  const to = (path, options) => new Counterpart({ apiKey: key, baseUrl: `${front}${path}`, ...options });
  const events = [];
  const client = to('/api/', { logger: ({ type, operation }) => events.push(`${type} ${operation}`) });
  const domain = 'dating';
  const failure = (call) =>
    call.then(
      () => 'no error',
      (error) => error,
    );

  await client.users.upsert({ user_id: runtime, domain, fields: { age: 30 } });
  const { fields } = await client.users.get(runtime, { domain });
  const absent = await failure(client.users.get('absent/é'));

  const rows = [
    { user_id: `${runtime}-1`, domain, fields: { age: 31 } },
    { user_id: `${runtime}-2`, domain, fields: { age: 'old' } },
    { user_id: `${runtime}-1`, domain, fields: { age: 32 } },
  ];
  const seen = [];
  const upload = await client.users.upsertMany(
    ndjson(new Blob([rows.map((row) => `${JSON.stringify(row)}\n`).join('')])),
    {
      concurrency: 2,
      onStored: ({ index }) => seen.push(index),
      onRefused: ({ index, code }) => seen.push(`${index} ${code}`),
    },
  );
  const later = await client.users.get(`${runtime}-1`, { domain });

  const jobs = [];
  for await (const job of client.jobs.list({ limit: 1 })) jobs.push(job);
  const health = await client.service.health().withResponse();

  const silent = await failure(to('/silent').match.run({ user_id: 'a', domain }, { timeoutMs: 300 }));
  const stalled = await failure(to('/stalled').match.run({ user_id: 'a', domain }, { timeoutMs: 300 }));
  const controller = new AbortController();
  const aborting = failure(to('/silent').match.run({ user_id: 'a', domain }, { signal: controller.signal }));
  setTimeout(() => controller.abort(new Error('enough')), 50);
  const aborted = await aborting;
  const redirected = await failure(to('/redirect').match.run({ user_id: 'a', domain }));
  const redirectedRead = await failure(to('/redirect').users.get('a'));
  const busy = await to(`/busy/${runtime}`).match.run({ user_id: 'a', domain }).withResponse();
  const refused = await failure(
    to('/api', { maxRetries: 0, fetch: () => fetch('http://127.0.0.1:1/') }).schema.get(),
  );

  return {
    age: fields.age,
    absent: [absent instanceof ApiError, absent.code, absent.status],
    upload,
    seen: seen.sort(),
    later: later.fields.age,
    jobs: jobs.length,
    health: health.response.status,
    silent: silent.name,
    stalled: stalled.name,
    aborted: aborted.message,
    redirected: [redirected.name, redirectedRead.name],
    busy: busy.attempts,
    refused: refused.name,
    logged: [...new Set(events)].sort(),
  };
}
