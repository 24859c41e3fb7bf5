/** `webhooks list | create | change | rotate | test | deliveries | replay | remove`. */
import { type Command, Option } from 'commander';
import type { TenantId } from '../../../contract/brands.ts';
import {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  deliveryStatuses,
  type WebhookDeliveryFields,
  type WebhookFields,
  webhookEventTypes,
} from '../../../contract/webhook.ts';
import type { DeliveryStatus } from '../../../platform/storage/webhook-store.ts';
import {
  createWebhookService,
  type WebhookService,
  type WebhookWithSecret,
} from '../../webhooks/create-webhook-service.ts';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface WebhookOptions extends DataOptions {
  readonly tenant: string;
}

interface SettingOptions extends WebhookOptions {
  readonly url?: string;
  readonly events?: string;
  readonly description?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

const SHOWN = 50;
const EVENTS = `of ${webhookEventTypes.join(',')}, or all`;

export function addWebhookCommands(program: Command, actions: CliActions): void {
  const webhooks = program
    .command('webhooks')
    .description('addresses that are called when something has happened: make, list, test them');
  addSettingCommands(webhooks, actions);
  addDeliveryCommands(webhooks, actions);
}

function addSettingCommands(webhooks: Command, actions: CliActions): void {
  ofTenant(webhooks.command('list'))
    .description('webhooks of a tenant')
    .action((options: WebhookOptions) =>
      withWebhooks(actions, options, async (service, tenant) => {
        const found = await service.list(tenant);
        if (options.json) printJson(found);
        else printTable(['webhook', 'address', 'events', 'state'], found.map(rowOf));
      }),
    );
  ofTenant(webhooks.command('create'))
    .description('post events to an address from now on; prints the secret once')
    .argument(
      '<url>',
      'https://…, or a host that the tenant may call («tenants set NAME --memory-host»); or a topic of such brokers: kafka://HOST:PORT/TOPIC',
    )
    .option('--events <names>', `${EVENTS}; default: all`)
    .option('--description <text>', 'for people')
    .action((url: string, options: SettingOptions) =>
      withWebhooks(actions, options, async (service, tenant) => {
        const request = parsed(CreateWebhookRequest, { ...settingsOf(options), url });
        printSecret(await service.create(tenant, request), options);
      }),
    );
  ofTenant(webhooks.command('change'))
    .description('change the address, the events or the state of a webhook')
    .argument('<webhook>', 'wh_…')
    .option('--url <url>', 'the new address')
    .option('--events <names>', EVENTS)
    .option('--description <text>', 'for people')
    .option('--enable', 'send events from now on')
    .option('--disable', 'send nothing more; deliveries that wait fail')
    .action((id: string, options: SettingOptions) =>
      withWebhooks(actions, options, async (service, tenant) => {
        const changed = await service.change(tenant, id, parsed(ChangeWebhookRequest, settingsOf(options)));
        if (options.json) printJson(changed);
        else printLines(rowOf(changed).join('  '));
      }),
    );
  ofTenant(webhooks.command('rotate'))
    .description('make a new secret, printed once; the earlier one signs too, for a day')
    .argument('<webhook>', 'wh_…')
    .action((id: string, options: WebhookOptions) =>
      withWebhooks(actions, options, async (service, tenant) =>
        printSecret(await service.rotate(tenant, id), options),
      ),
    );
  ofTenant(webhooks.command('remove'))
    .description('remove a webhook with its deliveries')
    .argument('<webhook>', 'wh_…')
    .action((id: string, options: WebhookOptions) =>
      withWebhooks(actions, options, async (service, tenant) => {
        await service.remove(tenant, id);
        if (options.json) printJson({ id, removed: true });
        else printLines(`${id} is removed.`);
      }),
    );
}

function addDeliveryCommands(webhooks: Command, actions: CliActions): void {
  ofTenant(webhooks.command('test'))
    .description('send a test event')
    .argument('<webhook>', 'wh_…')
    .action((id: string, options: WebhookOptions) =>
      withWebhooks(actions, options, async (service, tenant) =>
        printDeliveries([await service.test(tenant, id)], options),
      ),
    );
  ofTenant(webhooks.command('deliveries'))
    .description(`the last ${SHOWN} deliveries of a webhook, newest first`)
    .argument('<webhook>', 'wh_…')
    .addOption(new Option('--status <status>', 'only of this status').choices([...deliveryStatuses]))
    .action((id: string, options: WebhookOptions & { readonly status?: DeliveryStatus }) =>
      withWebhooks(actions, options, async (service, tenant) => {
        const page = { before: null, limit: SHOWN, status: options.status };
        printDeliveries((await service.deliveries(tenant, id, page)).data, options);
      }),
    );
  ofTenant(webhooks.command('replay'))
    .description('send a delivery that has ended once more')
    .argument('<webhook>', 'wh_…')
    .argument('<delivery>', 'whd_…')
    .action((id: string, delivery: string, options: WebhookOptions) =>
      withWebhooks(actions, options, async (service, tenant) =>
        printDeliveries([await service.replay(tenant, id, delivery)], options),
      ),
    );
}

function ofTenant(command: Command): Command {
  return withDataOptions(command).requiredOption('--tenant <name>', 'the tenant whose events are sent');
}

function withWebhooks(
  actions: CliActions,
  options: WebhookOptions,
  action: (service: WebhookService, tenant: TenantId) => Promise<void>,
): Promise<void> {
  return withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
    const { tenantId, settings } = await accounts.findTenant(options.tenant);
    const service = createWebhookService({
      webhooks: store.webhooks,
      allowedHosts: async () => settings.memoryHosts,
      // Workers look once a second.
      wake: () => undefined,
      clock: actions.clock,
    });
    await action(service, tenantId);
  });
}

function settingsOf({ url, events, description, enable, disable }: SettingOptions): object {
  if (enable && disable) throw new UsageError('--enable and --disable exclude each other.');
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: events === 'all' ? null : events.split(',') }),
    ...(description !== undefined && { description }),
    ...((enable || disable) && { enabled: enable === true }),
  };
}

function parsed<Request>(
  schema: { safeParse(given: object): { data?: Request; error?: { issues: readonly Issue[] } } },
  given: object,
): Request {
  const { data, error } = schema.safeParse(given);
  if (data !== undefined) return data;
  const [issue] = error!.issues;
  throw new UsageError(`${issue!.path.join('.')}: ${issue!.message}`);
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const rowOf = ({ id, url, events, enabled, disabled_because }: WebhookFields) => [
  id,
  url,
  events === null ? 'all' : events.join(','),
  enabled ? 'enabled' : `disabled: ${disabled_because}`,
];

function printSecret(webhook: WebhookWithSecret, { json }: WebhookOptions): void {
  if (json) printJson(webhook);
  else printLines(`${webhook.id} signs with the secret (shown only now):`, webhook.secret);
}

function printDeliveries(deliveries: readonly WebhookDeliveryFields[], { json }: WebhookOptions): void {
  if (json) printJson(deliveries);
  else printTable(['delivery', 'event', 'status', 'attempts', 'last', 'next'], deliveries.map(deliveryRow));
}

function deliveryRow({ id, type, status, attempts, next_attempt_at }: WebhookDeliveryFields) {
  return [id, type, status, String(attempts.length), answerOf(attempts.at(-1)), next_attempt_at ?? ''];
}

function answerOf(attempt: WebhookDeliveryFields['attempts'][number] | undefined): string {
  if (attempt === undefined) return '';
  if (attempt.error !== null) return attempt.error;
  return attempt.status === null ? 'taken' : `status ${attempt.status}`;
}
