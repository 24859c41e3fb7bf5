/** A service with a workspace and clients of it: in a process of its own, or where `start` says. */
import { openStoreAndAccounts } from '../../../../src/composition/open-store.ts';
import { startService, temporaryFolder } from '../../../../test/running-service.ts';
import type { ServiceHere } from '../../../../test/service/testing/service-here.ts';
import { type ClientOptions, Counterpart } from '../../src/index.ts';

export interface World {
  readonly service: ServiceHere;
  readonly folder: string;
  readonly key: string;
  client(changes?: Partial<ClientOptions>): Counterpart;
  newKey(given?: object): Promise<string>;
  newOperatorKey(): Promise<string>;
  stop(): Promise<void>;
}

export async function startWorld(
  args: readonly string[] = [],
  start: (data: string, args: readonly string[]) => Promise<ServiceHere> = startService,
): Promise<World> {
  const folder = temporaryFolder();
  const { accounts, close } = await openStoreAndAccounts({ data: folder.path });
  const tenant = await accounts.createTenant({
    name: 'acme',
    domains: ['dating'],
    email: 'ops@acme.example',
  });
  await close();
  type Opened = Awaited<ReturnType<typeof openStoreAndAccounts>>['accounts'];
  const made = async (make: (opened: Opened) => Promise<{ readonly key: string }>) => {
    const opened = await openStoreAndAccounts({ data: folder.path });
    try {
      return (await make(opened.accounts)).key;
    } finally {
      await opened.close();
    }
  };
  const rate = { rate: 100_000, burst: 200_000 };
  const newKey = (given: object = {}) =>
    made((opened) => opened.createKey(tenant.tenantId, { ...rate, ...given }));
  const newOperatorKey = () => made((opened) => opened.createOperatorKey(rate));
  const key = await newKey();
  const service = await start(folder.path, args);
  return {
    service,
    folder: folder.path,
    key,
    newKey,
    newOperatorKey,
    client: (changes) => new Counterpart({ apiKey: key, baseUrl: service.url, ...changes }),
    stop: async () => {
      await service.stop();
      folder.remove();
    },
  };
}
