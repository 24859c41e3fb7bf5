/**
 * The acknowledgements of the service, kept outside its process. A fact has a name, and a value that can be
 * read over HTTP; null means that it is absent. A write without an answer leaves two values possible, until
 * the next reading settles which of them holds. From then on it must stay.
 */
import type { Answer, Client } from './client.ts';

export type Value = string | null;
export type Read = (client: Client) => Promise<Value>;

interface Fact {
  readonly read: Read;
  settled: Value;
  /** The value of a write without an answer; undefined: there is none. */
  open: Value | undefined;
  checkedInLife: number;
}

export interface Count {
  acknowledged: number;
  refused: number;
  unanswered: number;
}

/** Facts that were already checked are checked again by sample in each life, and all of them in the last. */
const EARLIER_SAMPLE = 150;
const AT_ONCE = 6;

export class Ledger {
  readonly violations: string[] = [];
  readonly counts = new Map<string, Count>();
  readonly #facts = new Map<string, Fact>();
  #life = 1;

  #count(work: string): Count {
    const count = this.counts.get(work) ?? { acknowledged: 0, refused: 0, unanswered: 0 };
    this.counts.set(work, count);
    return count;
  }

  /** Answers so far that said that a write is done. */
  acknowledged(): number {
    return [...this.counts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  valueOf(name: string): Value {
    return this.#facts.get(name)?.settled ?? null;
  }

  /** Numbers of facts with the prefix that hold, and of those whose write has no answer. */
  held(prefix: string): { readonly sure: number; readonly open: number } {
    const facts = [...this.#facts].filter(([name]) => name.startsWith(prefix)).map(([, fact]) => fact);
    return {
      sure: facts.filter(({ settled, open }) => settled !== null && open === undefined).length,
      open: facts.filter(({ open }) => open !== undefined).length,
    };
  }

  /**
   * Sends a write that makes the fact have `value`. A refusal must leave the fact as it was. `work`: the kind
   * of work that the write counts as.
   */
  async attempt(
    name: string,
    value: Value,
    read: Read,
    send: () => Promise<Answer>,
    work = workOf(name),
  ): Promise<Answer> {
    const fact = this.#facts.get(name) ?? { read, settled: null, open: undefined, checkedInLife: 0 };
    this.#facts.set(name, fact);
    fact.open = value;
    fact.checkedInLife = 0;
    const answer = await send();
    if (answer.status === 0) {
      this.#count(work).unanswered += 1;
      return answer;
    }
    fact.open = undefined;
    if (answer.status < 300) {
      fact.settled = value;
      this.#count(work).acknowledged += 1;
    } else {
      this.#count(work).refused += 1;
      this.#noteFault(name, answer);
    }
    return answer;
  }

  /** A fact whose name is known only from the answer. */
  acknowledge(name: string, value: Value, read: Read): void {
    this.#facts.set(name, { read, settled: value, open: undefined, checkedInLife: 0 });
    this.#count(workOf(name)).acknowledged += 1;
  }

  /** A write without an answer whose fact has one value, whether it was done or not. */
  leaveOpen(name: string, value: Value, read: Read): void {
    this.#facts.set(name, { read, settled: value, open: undefined, checkedInLife: 0 });
    this.unanswered(workOf(name));
  }

  /** A write whose fact cannot be read where it has no answer. */
  unanswered(work: string): void {
    this.#count(work).unanswered += 1;
  }

  /** Server errors are violations. 503 is a refusal that says when to come again. */
  #noteFault(name: string, { status, text }: Answer): void {
    if (status >= 500 && status !== 503) this.violations.push(`${name}: ${status} ${text.slice(0, 300)}`);
  }

  /** Reads the facts; `all`: not a sample of the earlier ones. The number of facts that were read. */
  async check(client: Client, all: boolean): Promise<number> {
    this.#life += 1;
    const facts = [...this.#facts];
    const fresh = facts.filter(([, { checkedInLife }]) => checkedInLife === 0);
    const earlier = facts.filter(([, { checkedInLife }]) => checkedInLife !== 0);
    const due = [...fresh, ...(all ? earlier : client.random.sample(earlier, EARLIER_SAMPLE))];
    let next = 0;
    const reader = async () => {
      for (let fact = due[next++]; fact !== undefined; fact = due[next++])
        await this.#checkOne(client, ...fact);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, reader));
    return due.length;
  }

  async #checkOne(client: Client, name: string, fact: Fact): Promise<void> {
    // A reading that fails is a value that no write has made.
    const found = await fact.read(client).catch((error: Error) => `unreadable: ${error.message}`);
    const allowed = fact.open === undefined ? [fact.settled] : [fact.settled, fact.open];
    if (!allowed.includes(found)) {
      const expected = allowed.map((value) => value ?? 'absent').join(' or ');
      this.violations.push(`life ${this.#life}: ${name} is ${found ?? 'absent'} instead of ${expected}`);
    }
    fact.settled = found;
    fact.open = undefined;
    fact.checkedInLife = this.#life;
  }
}

const workOf = (name: string) => name.split(':')[0]!;

/** The answer of a read; other statuses than 200 and `absent` are errors. */
export async function read(client: Client, path: string, absent: readonly number[] = [404]) {
  for (;;) {
    const answer = await client.send('GET', path);
    if (answer.status === 200) return answer.body;
    if (absent.includes(answer.status)) return null;
    if (answer.status !== 503) throw new Error(`GET ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
