/** Changes of webhooks and deliveries. Addresses may hold secrets, so the audit log has none. */
import { auditEntry, when } from '../audit/audit-entry.ts';
import { all, first, ofObject, writeOperation } from '../write-operation.ts';
import { announce } from './announce.ts';
import { replayDelivery, testWebhook } from './change-deliveries.ts';
import { changeWebhook, createWebhook, removeWebhook, rotateWebhook } from './change-webhooks.ts';
import { forgetDeliveries } from './forget-deliveries.ts';

export const webhookOperations = {
  createWebhook: writeOperation(createWebhook, ofObject, {
    entries: async (_, { args: [{ tenantId: owner, webhookId, events }], result }) =>
      when(result, auditEntry(owner, 'webhook.create', ['webhook', webhookId], { events })),
  }),
  changeWebhook: writeOperation(changeWebhook, first, {
    entries: async (_, { args: [owner, webhookId, { url, events, disabled }], result }) =>
      when(
        result,
        auditEntry(owner, 'webhook.change', ['webhook', webhookId], {
          ...(url !== undefined && { url_changed: true }),
          ...(events !== undefined && { events }),
          ...(disabled !== undefined && { enabled: disabled === null }),
        }),
      ),
  }),
  rotateWebhook: writeOperation(rotateWebhook, first, {
    entries: async (_, { args: [owner, webhookId], result }) =>
      when(result, auditEntry(owner, 'webhook.rotate', ['webhook', webhookId])),
  }),
  removeWebhook: writeOperation(removeWebhook, first, {
    entries: async (_, { args: [owner, webhookId], result }) =>
      when(result, auditEntry(owner, 'webhook.remove', ['webhook', webhookId])),
  }),
  announce: writeOperation(announce, ofObject),
  testWebhook: writeOperation(testWebhook, first),
  replayDelivery: writeOperation(replayDelivery, first, {
    entries: async (_, { args: [owner, webhookId, deliveryId], result }) =>
      when(
        result === 'queued',
        auditEntry(owner, 'webhook.replay', ['webhook', webhookId], { delivery_id: deliveryId }),
      ),
  }),
  forgetDeliveries: writeOperation(forgetDeliveries, all),
};
