/**
 * A fair queue: each flow (the work of one tenant) gets the same share of the time that the work takes.
 * Start-time fair queueing (Goyal, Vin and Cheng, "Start-time fair queuing", SIGCOMM 1996), all weights one.
 *
 * tag     of a flow: the time that its work has taken so far; `charge` adds to it, because a cost is known
 * afterwards only V       the virtual time: the tag of the flow that was served last take    serves the flow
 * with the least tag; equal tags: that with less work in service, then that which came first push    of a
 * flow without work: its tag is at least V from then on, so idle time earns nothing
 *
 * While two flows have work waiting, their charges differ by at most the largest pieces of both that were in
 * service at once. A flow without work is forgotten, unless its tag is above V while others wait. So a flow
 * that leaves and comes back still pays for the time it took. When nothing waits, nothing is owed.
 */
interface Flow<Item> {
  tag: number;
  /** Pieces in service. */
  serving: number;
  /** In their order. */
  readonly waiting: { readonly item: Item; readonly order: number }[];
}

interface FlowCounts {
  readonly waiting: number;
  readonly serving: number;
}

interface Taken<Item> {
  readonly key: string;
  readonly item: Item;
}

const none: FlowCounts = { waiting: 0, serving: 0 };

export class FairQueue<Item> {
  readonly #flows = new Map<string, Flow<Item>>();
  #virtual = 0;
  #size = 0;
  #serving = 0;

  /** Items that wait. */
  get size(): number {
    return this.#size;
  }

  /** Flows that are remembered. */
  get flows(): number {
    return this.#flows.size;
  }

  of(key: string): FlowCounts {
    const flow = this.#flows.get(key);
    return flow === undefined ? none : { waiting: flow.waiting.length, serving: flow.serving };
  }

  /** `order`: the place within the flow, the least first; equal ones keep the order of their arrival. */
  push(key: string, item: Item, order: number): void {
    const { waiting } = this.#flowOf(key);
    let at = waiting.length;
    while (at > 0 && waiting[at - 1]!.order > order) at--;
    waiting.splice(at, 0, { item, order });
    this.#size++;
  }

  /** The next item, which is in service from then on. */
  take(): Taken<Item> | undefined {
    return this.#take(() => true);
  }

  /** As `take`, of the flows that have nothing in service. */
  takeFirst(): Taken<Item> | undefined {
    return this.#take(({ serving }) => serving === 0);
  }

  #take(mayBe: (flow: Flow<Item>) => boolean): Taken<Item> | undefined {
    let next: { readonly key: string; readonly flow: Flow<Item> } | undefined;
    for (const [key, flow] of this.#flows) {
      if (flow.waiting.length === 0 || !mayBe(flow)) continue;
      if (next === undefined || comesBefore(flow, next.flow)) next = { key, flow };
    }
    if (next === undefined) return undefined;
    const { key, flow } = next;
    const { item } = flow.waiting.shift()!;
    this.#size--;
    // Among equal ones the flow that was served last comes last.
    this.#flows.delete(key);
    this.#flows.set(key, flow);
    this.#serve(flow);
    return { key, item };
  }

  /** Work that need not wait is in service. */
  enter(key: string): void {
    this.#serve(this.#flowOf(key));
  }

  /** Adds to what the flow has taken; nothing where it is forgotten. */
  charge(key: string, cost: number): void {
    const flow = this.#flows.get(key);
    if (flow !== undefined) flow.tag += cost;
  }

  /** A piece of the flow's work is no longer in service. */
  leave(key: string): void {
    this.#flows.get(key)!.serving--;
    this.#serving--;
    this.#forget();
  }

  /** False: it does not wait. */
  remove(key: string, item: Item): boolean {
    const waiting = this.#flows.get(key)?.waiting ?? [];
    const at = waiting.findIndex((entry) => entry.item === item);
    if (at < 0) return false;
    waiting.splice(at, 1);
    this.#size--;
    this.#forget();
    return true;
  }

  #flowOf(key: string): Flow<Item> {
    const known = this.#flows.get(key);
    if (known === undefined) {
      const flow = { tag: this.#virtual, serving: 0, waiting: [] };
      this.#flows.set(key, flow);
      return flow;
    }
    if (isIdle(known)) known.tag = Math.max(known.tag, this.#virtual);
    return known;
  }

  #serve(flow: Flow<Item>): void {
    flow.serving++;
    this.#serving++;
    this.#virtual = Math.max(this.#virtual, flow.tag);
    if (this.#size > 0) this.#forget();
  }

  #forget(): void {
    for (const [key, flow] of this.#flows)
      if (isIdle(flow) && (this.#size === 0 || flow.tag <= this.#virtual)) this.#flows.delete(key);
    if (this.#size === 0 && this.#serving === 0) this.#virtual = 0;
  }
}

const isIdle = ({ waiting, serving }: Flow<unknown>) => waiting.length === 0 && serving === 0;

function comesBefore(one: Flow<unknown>, other: Flow<unknown>): boolean {
  if (one.tag !== other.tag) return one.tag < other.tag;
  return one.serving < other.serving;
}
