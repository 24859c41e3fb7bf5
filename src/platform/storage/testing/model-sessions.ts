/** Console sessions and links as plain lists in memory: the model that the stores are tested against. */
import type { TenantId } from '../../../contract/brands.ts';
import type { ConsoleLink, ConsoleSession } from '../session-store.ts';
import { ALPHA, BETA } from './sample-profiles.ts';

export const tenants = [ALPHA, BETA];
export const keyIds = ['key_1', 'key_2'];

interface Key {
  readonly tenantId: TenantId;
  readonly keyId: string;
}

export class ModelSessions {
  sessions: readonly ConsoleSession[] = [];
  links: readonly ConsoleLink[] = [];
  /** Ended ones too. */
  everySession: readonly ConsoleSession[] = [];
  everyLink: readonly ConsoleLink[] = [];
  nowMs = 0;

  find(hash: string): ConsoleSession | null {
    return this.sessions.find((session) => session.hash === hash) ?? null;
  }

  create(session: ConsoleSession, replaced: readonly string[]): void {
    this.end(replaced);
    this.sessions = [...this.sessions, session];
    this.everySession = [...this.everySession, session];
  }

  addLink(link: ConsoleLink): void {
    this.links = [...this.links, link];
    this.everyLink = [...this.everyLink, link];
  }

  /** A link opens one session. */
  exchange(linkHash: string, session: ConsoleSession, replaced: readonly string[]): 'created' | 'gone' {
    const link = this.links.find(({ hash }) => hash === linkHash);
    if (link === undefined || !this.#isAlive(link)) return 'gone';
    this.links = this.links.filter((other) => other !== link);
    this.create(session, replaced);
    return 'created';
  }

  use(hash: string): void {
    this.sessions = this.sessions.map((session) =>
      session.hash === hash ? { ...session, usedAtMs: this.nowMs } : session,
    );
  }

  end(hashes: readonly string[]): void {
    this.sessions = this.sessions.filter(({ hash }) => !hashes.includes(hash));
  }

  /** Returns how many sessions had not expired. */
  endOfKey(tenant: TenantId, keyId: string): number {
    const isTheirs = (each: ConsoleLink) => each.tenantId === tenant && each.keyId === keyId;
    const ended = this.sessions.filter(isTheirs);
    this.links = this.links.filter((link) => !isTheirs(link));
    this.sessions = this.sessions.filter((session) => !isTheirs(session));
    return ended.filter((session) => this.#isAlive(session)).length;
  }

  /** By key, oldest first. */
  list(tenant: TenantId | null): readonly ConsoleSession[] {
    return this.sessions
      .filter((session) => this.#isAlive(session) && (tenant === null || session.tenantId === tenant))
      .sort(
        (a, b) =>
          compare(a.tenantId, b.tenantId) || compare(a.keyId, b.keyId) || a.createdAtMs - b.createdAtMs,
      );
  }

  countOfKeys(keys: readonly Key[]): ReadonlyMap<string, number> {
    const counts = keys.map(({ tenantId, keyId }) => {
      const ofKey = this.list(tenantId).filter((session) => session.keyId === keyId);
      return [keyId, ofKey.length] as const;
    });
    return new Map(counts.filter(([, count]) => count > 0));
  }

  forgetExpired(): number {
    const before = this.sessions.length + this.links.length;
    this.sessions = this.sessions.filter((session) => this.#isAlive(session));
    this.links = this.links.filter((link) => this.#isAlive(link));
    return before - this.sessions.length - this.links.length;
  }

  #isAlive({ expiresAtMs }: ConsoleLink): boolean {
    return expiresAtMs > this.nowMs;
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
