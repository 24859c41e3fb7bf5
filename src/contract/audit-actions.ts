/** The names of the actions in the audit log: `noun.verb`. A released name never changes its meaning. */
export const auditActions = [
  'key.create',
  'key.change',
  'key.revoke',
  'member.add',
  'member.change',
  'member.remove',
  'console.link',
  'console.sign_in',
  'console.sign_out',
  'console.end_sessions',
  'tenant.create',
  'tenant.change',
  'domain.publish',
  'training.start',
  'training.end',
  'ranking_model.deploy',
  'ranking_model.withdraw',
  'alias.move',
  'alias.remove',
  'refit_schedule.put',
  'refit_schedule.remove',
  'model.train',
  'experiment.start',
  'experiment.pause',
  'experiment.resume',
  'experiment.stop',
  'reading.fit',
  'reading.reset',
  'messages.map',
  'person.erase',
  'person.unblock',
  'outcomes.withdraw',
  'dataset.delete',
  'model.delete',
  'tokenizer.delete',
  'data.export',
  'webhook.create',
  'webhook.change',
  'webhook.rotate',
  'webhook.remove',
  'webhook.replay',
  'encoder.switch',
  'encoder.switched',
  'backup.make',
  'backup.restore',
  'audit.purge',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditActorKinds = ['key', 'session', 'member', 'command', 'service'] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];

/** `done`: the change is in the store. The others are ends of trainings that changed nothing in force. */
export const auditResults = ['done', 'rejected', 'failed', 'cancelled'] as const;
export type AuditResult = (typeof auditResults)[number];
