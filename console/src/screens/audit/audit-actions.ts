import type { AuditEntry } from '../../api/admin-queries.ts';

/** Every action, for the choice of one. The type fails where the interface has another list. */
const known: Readonly<Record<AuditEntry['action'], true>> = {
  'key.create': true,
  'key.revoke': true,
  'console.link': true,
  'console.sign_in': true,
  'console.sign_out': true,
  'console.end_sessions': true,
  'tenant.create': true,
  'tenant.change': true,
  'domain.publish': true,
  'training.start': true,
  'training.end': true,
  'ranking_model.deploy': true,
  'ranking_model.withdraw': true,
  'alias.move': true,
  'alias.remove': true,
  'refit_schedule.put': true,
  'refit_schedule.remove': true,
  'model.train': true,
  'experiment.start': true,
  'experiment.stop': true,
  'person.erase': true,
  'person.unblock': true,
  'outcomes.withdraw': true,
  'dataset.delete': true,
  'model.delete': true,
  'tokenizer.delete': true,
  'data.export': true,
  'encoder.switch': true,
  'encoder.switched': true,
  'backup.make': true,
  'backup.restore': true,
  'audit.purge': true,
};

export const auditActions = Object.keys(known) as readonly AuditEntry['action'][];
