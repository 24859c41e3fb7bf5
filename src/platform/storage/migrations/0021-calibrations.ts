/**
 * Level and temperature of a model's probabilities, fitted on the outcomes of one tenant. A model has one row
 * a tenant, which later fits replace.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const calibrations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('calibrations')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('outcomes', 'bigint', (column) => column.notNull())
      // How many current outcomes the domain had when it was fitted.
      .addColumn('standing', 'bigint', (column) => column.notNull())
      // JSON: curves by stage; null: too few outcomes, the model keeps its own.
      .addColumn('curves', 'text')
      .addColumn('fitted_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('calibrations_key', ['tenant_id', 'domain', 'version'])
      .execute();
  },
};
