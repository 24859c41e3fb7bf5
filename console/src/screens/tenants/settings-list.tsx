import { Button, Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../api/admin-queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import form from '../../parts/form.module.css';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './tenant-screen.module.css';
import { useChangeTenant } from './use-change-tenant.ts';

/** The settings of a tenant. A secret is never shown, only whether one is set. */
export function SettingsList({ tenant }: { readonly tenant: Tenant }) {
  const { settings } = tenant;
  const { language_model: model } = settings;
  const [asking, setAsking] = useState(false);
  const change = useChangeTenant(tenant.id);
  const share = !settings.share_outcomes;
  const facts: readonly (readonly [string, string])[] = [
    [text.admin.extraction, settings.extraction ?? text.admin.asService],
    [text.admin.memoryHosts, settings.memory_hosts.join(', ') || text.admin.none],
    [text.admin.memoryHeader, isSet(settings.memory_header_set)],
    [text.admin.enrichment, settings.enrichment_origin ?? text.admin.notSet],
    [text.admin.enrichmentHeader, isSet(settings.enrichment_header_set)],
    [text.admin.model, model === null ? text.admin.modelOfService : modelInWords(model)],
    ...(model === null
      ? []
      : ([
          [text.admin.modelKey, isSet(model.api_key_set)],
          [text.admin.modelLimit, limitInWords(model)],
        ] as const)),
  ];
  return (
    <Panel title={text.admin.settings} lead={text.admin.settingsLead}>
      <Switch
        label={text.admin.shareOutcomes}
        checked={settings.share_outcomes}
        onChange={() => setAsking(true)}
      />
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Modal opened={asking} onClose={() => setAsking(false)} title={text.admin.shareOutcomes}>
        <div className={form.stack}>
          <p>{text.admin.shareOutcomesAsk(tenant.name, share)}</p>
          {change.error && <ErrorNote error={change.error} />}
          <div className={form.actions}>
            <Button
              loading={change.isPending}
              onClick={() => change.mutate({ share_outcomes: share }, { onSuccess: () => setAsking(false) })}
            >
              {text.admin.save}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              {text.common.cancel}
            </Button>
          </div>
        </div>
      </Modal>
    </Panel>
  );
}

type Model = NonNullable<Tenant['settings']['language_model']>;

function isSet(set: boolean): string {
  return set ? text.admin.isSet : text.admin.notSet;
}

function modelInWords({ model, origin }: Model): string {
  return [model ?? text.admin.modelOfService, origin].filter(Boolean).join(' · ');
}

function limitInWords({ daily_usd, daily_limit }: Model): string {
  if (daily_usd !== null) return text.admin.usd(daily_usd);
  return daily_limit === 'none' ? text.admin.noLimit : text.admin.limitOfService;
}
