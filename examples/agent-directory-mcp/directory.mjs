// A directory of agents over the MCP server: agents register, look for partners, ask why, and tell how it went.
// It starts `counterpart mcp` as an assistant does, and talks to it over standard streams.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const domain = 'agent-to-agent';
const { COUNTERPART_URL = 'http://127.0.0.1:8080', COUNTERPART_API_KEY } = process.env;
if (!COUNTERPART_API_KEY) throw new Error('Set COUNTERPART_API_KEY to a key of your workspace.');

const client = new Client({ name: 'agent-directory', version: '1.0.0' });

/** The tool's answer as data. Throws an Error whose message has code and request id. */
async function tool(name, args) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(content[0].text);
  return structuredContent;
}

async function register(agent) {
  const { fields, preferences } = await tool('upsert_person', { domain, ...agent });
  console.log(`${agent.user_id} can ${list(fields.capabilities)}, needs ${list(fields.needs)}`, preferences);
}

const list = (values) => values?.join(', ') ?? '(not said)';

/** The best partner, and why the two suit each other. */
async function partnerOf(user_id) {
  const { matches, match_id } = await tool('match', { user_id, domain, limit: 1 });
  const [best] = matches;
  if (best === undefined) return console.log(`${user_id}: no partner yet`);
  const { match } = await tool('explain', { user_id, domain, candidate_id: best.user_id });
  console.log(`${user_id} → ${best.user_id} (${best.score.toFixed(2)}): ${match.reasons.join('; ')}`);
  return { seeker_id: user_id, candidate_id: best.user_id, match_id };
}

await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../../bin/counterpart.mjs', import.meta.url)), 'mcp'],
    env: { ...process.env, COUNTERPART_URL, COUNTERPART_API_KEY },
  }),
);
try {
  const schema = await client.readResource({ uri: `counterpart://schemas/${domain}` });
  console.log(`fields: ${JSON.parse(schema.contents[0].text).fields.length}`);
  const agents = JSON.parse(readFileSync(new URL('agents.json', import.meta.url), 'utf8'));
  for (const agent of agents) await register(agent);
  const pairs = [];
  for (const { user_id } of agents) pairs.push(await partnerOf(user_id));
  const items = pairs.filter(Boolean).map((pair) => ({ ...pair, outcome: 'converted' }));
  if (items.length > 0) {
    const { accepted } = await tool('feedback', { domain, items });
    console.log(`${accepted} of ${items.length} pairs worked together, and the ranking knows it`);
  }
} finally {
  await client.close();
}
