/**
 * Decides from an address alone whether the service may write to a topic of Kafka. A cluster names its further
 * brokers itself, and its protocol says nothing that a filter of connections could go by. So every broker must be
 * a host that the operator allow-listed for the tenant: those of the address, and those that they name.
 */
const FORM = /^(kafkas?):\/\/([^/?#]+)\/([^/?#]+)$/i;
const BROKER = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):(\d{1,5})$/i;
/** As Kafka has it; `.` and `..` are none. */
const TOPIC = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/;
const MAX_PORT = 65_535;

export interface Broker {
  /** An IPv6 address is without brackets. */
  readonly host: string;
  readonly port: number;
}

export interface AllowedTopic {
  readonly brokers: readonly Broker[];
  readonly topic: string;
  readonly tls: boolean;
  /** Also for the brokers that the cluster names. */
  readonly allowedHosts: readonly string[];
}

export const isTopicAddress = (text: string): boolean => /^kafkas?:/i.test(text);

/** The topic, or the reason of the refusal, worded for the caller that gave the address. */
export function allowedTopic(text: string, allowedHosts: readonly string[]): AllowedTopic | string {
  // Neither hosts nor topics have this sign. The reason does not repeat what may be a password.
  if (text.includes('@')) return 'an address with a user name or password is not taken';
  const [, scheme = '', hosts = '', topic = ''] = FORM.exec(text) ?? [];
  const brokers = hosts.split(',').map(brokerOf);
  if (!brokers.every((broker) => broker !== null))
    return `«${text.slice(0, 100)}» is not the address of a topic; expected kafka://HOST:PORT/TOPIC, with commas between several HOST:PORT`;
  if (!TOPIC.test(topic))
    return `«${topic.slice(0, 100)}» is not the name of a topic; expected 1 to 249 letters, digits, «.», «_» and «-»`;
  const refusal = brokerRefusal(brokers, allowedHosts);
  if (refusal !== null) return refusal;
  return { brokers, topic, tls: scheme.toLowerCase() === 'kafkas', allowedHosts };
}

/** Names the first broker that is not allow-listed, and what the operator does about it; null where there is none. */
export function brokerRefusal(brokers: readonly Broker[], allowedHosts: readonly string[]): string | null {
  const isAllowed = ({ host, port }: Broker) =>
    [inUrl(host), `${inUrl(host)}:${port}`].some((name) => allowedHosts.includes(name));
  const refused = brokers.find((broker) => !isAllowed(broker));
  if (refused === undefined) return null;
  const name = inUrl(refused.host).slice(0, 255);
  return `the broker ${name} is not allowed; expected a host that the operator allow-listed for the workspace: «counterpart tenants set NAME --memory-host ${name}»`;
}

/** The host in the one spelling that URLs have for it. */
function brokerOf(text: string): Broker | null {
  const [, host, port] = BROKER.exec(text) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}/`)) return null;
  const broker = { host: new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  return broker.port >= 1 && broker.port <= MAX_PORT ? broker : null;
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);
