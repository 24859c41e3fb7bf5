/** Descriptions of agents and of what agents need. */
import type { Case } from '../read-cases.ts';
import { caseOf, join, sentence, type Writer } from './writer.ts';

const only = [
  'price_per_call',
  'max_price_per_call',
  'latency_ms',
  'max_latency_ms',
  'uptime_percent',
  'protocols',
  'auth',
];

const jobs = [
  'translates contracts',
  'summarizes news',
  'reads invoices',
  'writes product texts',
  'checks code',
  'answers questions about tax',
  'books hotels',
  'labels images',
];
const protocols: readonly (readonly [string, string])[] = [
  ['MCP', 'mcp'],
  ['REST', 'rest'],
  ['GraphQL', 'graphql'],
  ['gRPC', 'grpc'],
  ['webhooks', 'webhook'],
];
const auths: readonly (readonly [string, string])[] = [
  ['API key', 'api_key'],
  ['OAuth 2', 'oauth2'],
  ['JWT', 'jwt'],
  ['mTLS', 'mtls'],
];

export function agentCase(writer: Writer): Case {
  return writer.layout(offer, need, form, offer)(writer);
}

function factsOf(writer: Writer) {
  return {
    cents: writer.int(1, 90),
    ms: writer.int(2, 90) * 20,
    uptime: writer.one([99, 99.5, 99.9, 99.95]),
    protocol: writer.one(protocols),
    auth: writer.one(auths),
  };
}

function offer(writer: Writer): Case {
  const { cents, ms, uptime, protocol, auth } = factsOf(writer);
  const text = sentence(
    writer.say(
      `An agent that ${writer.one(jobs)}.`,
      `This agent ${writer.one(jobs)}.`,
      `I am an agent. My work: it ${writer.one(jobs)}.`,
      `${cap(writer.one(jobs))}, day and night.`,
    ),
    writer.say(
      `${protocol[0]} with ${auth[0]}.`,
      `Speaks ${protocol[0]}; ${auth[0]} for access.`,
      `Reach it over ${protocol[0]}, ${auth[0]}.`,
      `Interface: ${protocol[0]}. Access by ${auth[0]}.`,
    ),
    writer.say(
      `$0.${two(cents)} per call.`,
      `Costs $0.${two(cents)} a call.`,
      `${cents} cents per call.`,
      `Each call is $0.${two(cents)}.`,
    ),
    writer.say(
      `Latency about ${ms} ms.`,
      `Responds in ${ms} ms.`,
      `p95 latency ${ms} ms.`,
      `An answer takes ${ms} ms.`,
      `Answers in under ${ms} ms.`,
      `Latency below ${ms} ms.`,
      `Results within ${ms} ms.`,
      `Replies in at most ${ms} ms.`,
      `Less than ${ms} ms for a reply.`,
      `Typically under ${ms} ms.`,
    ),
    writer.maybe(
      0.5,
      `Files of at most ${writer.int(2, 90)} pages.`,
      `Free up to ${writer.int(10, 90)} calls a day.`,
      `Batches under ${writer.int(2, 9)} MB.`,
      `A monthly plan for $${writer.int(9, 90)}.`,
    ),
    writer.maybe(0.6, `Uptime ${uptime} %.`, `${uptime}% uptime.`, `Available ${uptime} % of the time.`),
    writer.maybe(
      0.6,
      `Trained on ${writer.int(2, 90)} million pages.`,
      `Used by ${writer.int(3, 400)} teams since ${writer.int(2021, 2025)}.`,
      `At most ${writer.int(10, 900)} requests a minute.`,
      `${writer.int(2, 60)} benchmarks passed.`,
    ),
  );
  const hasUptime = text.includes(`${uptime} %`) || text.includes(`${uptime}%`);
  return caseOf(
    text,
    {
      price_per_call: cents / 100,
      latency_ms: ms,
      uptime_percent: hasUptime ? uptime : undefined,
      protocols: [protocol[1]],
      auth: [auth[1]],
    },
    only,
  );
}

function need(writer: Writer): Case {
  const { cents, ms } = factsOf(writer);
  const text = sentence(
    writer.say(
      `Looking for an agent that ${writer.one(jobs)}.`,
      `We need an agent that ${writer.one(jobs)}.`,
      `I need an agent that ${writer.one(jobs)}.`,
      `Wanted: an agent that ${writer.one(jobs)}.`,
    ),
    writer.say(
      `At most $0.${two(cents)} per call.`,
      `Up to $0.${two(cents)} per call.`,
      `Max $0.${two(cents)} a call.`,
      `No more than $0.${two(cents)} per call.`,
    ),
    writer.say(
      `It must respond in under ${ms} ms.`,
      `Latency below ${ms} ms.`,
      `We need answers within ${ms} ms.`,
      `Under ${ms} ms, please.`,
    ),
  );
  return caseOf(text, { max_price_per_call: cents / 100, max_latency_ms: ms }, [
    'price_per_call',
    'max_price_per_call',
    'latency_ms',
    'max_latency_ms',
    'uptime_percent',
  ]);
}

function form(writer: Writer): Case {
  const { cents, ms, uptime, protocol, auth } = factsOf(writer);
  const lines = writer.shuffled([
    `${writer.say('Price', 'Cost', 'Price per call', 'Pricing')}: $0.${two(cents)} per call`,
    `${writer.say('Latency', 'p95 latency', 'Response time', 'Median latency')}: ${ms} ms`,
    `${writer.say('Uptime', 'Availability', 'SLA', 'Uptime SLA')}: ${uptime}%`,
    `${writer.say('Protocols', 'Protocol', 'Interface', 'API')}: ${protocol[0]}`,
    `${writer.say('Auth', 'Authentication', 'Access', 'Login')}: ${auth[0]}`,
  ]);
  return caseOf(
    join('\n', `${writer.say('Agent', 'Name', 'Service', 'What it does')}: ${writer.one(jobs)}`, ...lines),
    {
      price_per_call: cents / 100,
      latency_ms: ms,
      uptime_percent: uptime,
      protocols: [protocol[1]],
      auth: [auth[1]],
    },
    only,
  );
}

const two = (cents: number) => String(cents).padStart(2, '0');
const cap = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
