/** `audit list | export | verify`: which key, session, command or schedule changed what. */
import type { Command } from 'commander';
import { addAuditExport } from '../audit/export-audit.ts';
import { addAuditList } from '../audit/list-audit.ts';
import { addAuditVerify } from '../audit/verify-audit.ts';
import type { CliActions } from '../cli-actions.ts';

export function addAuditCommands(program: Command, actions: CliActions): void {
  const audit = program
    .command('audit')
    .description('the log of changes: list it, export it, check that no entry was changed');
  addAuditList(audit, actions);
  addAuditExport(audit, actions);
  addAuditVerify(audit, actions);
}
