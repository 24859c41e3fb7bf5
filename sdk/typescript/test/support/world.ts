/** A real service in a process of its own, with a workspace and clients of it. */
import { openStoreAndAccounts } from '../../../../src/composition/open-store.ts';
import { type RunningService, startService, temporaryFolder } from '../../../../test/running-service.ts';
import { type ClientOptions, Counterpart } from '../../src/index.ts';

export interface World {
  readonly service: RunningService;
  readonly folder: string;
  readonly key: string;
  client(changes?: Partial<ClientOptions>): Counterpart;
  newKey(given?: object): Promise<string>;
  stop(): Promise<void>;
}

export async function startWorld(args: readonly string[] = []): Promise<World> {
  const folder = temporaryFolder();
  const { accounts, close } = await openStoreAndAccounts({ data: folder.path });
  const tenant = await accounts.createTenant({
    name: 'acme',
    domains: ['dating'],
    email: 'ops@acme.example',
  });
  await close();
  const newKey = async (given: object = {}) => {
    const opened = await openStoreAndAccounts({ data: folder.path });
    try {
      const rate = { rate: 100_000, burst: 200_000 };
      return (await opened.accounts.createKey(tenant.tenantId, { ...rate, ...given })).key;
    } finally {
      await opened.close();
    }
  };
  const key = await newKey();
  const service = await startService(folder.path, args);
  return {
    service,
    folder: folder.path,
    key,
    newKey,
    client: (changes) => new Counterpart({ apiKey: key, baseUrl: service.url, ...changes }),
    stop: async () => {
      await service.stop();
      folder.remove();
    },
  };
}
