import { Button, Modal, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../api/admin-queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import styles from '../../parts/form.module.css';
import { text } from '../../text/en.ts';
import { domainChange } from './domain-change.ts';
import { useChangeTenant } from './use-change-tenant.ts';

type Domain = Tenant['domains'][number];

interface Props {
  readonly tenantId: string;
  /** Undefined: closed. */
  readonly domain: Domain | undefined;
  readonly onClose: () => void;
}

/** Threshold, labels and exploring of a domain. */
export function DomainDialog({ tenantId, domain, onClose }: Props) {
  return (
    <Modal
      opened={domain !== undefined}
      onClose={onClose}
      title={domain && text.admin.changeOf(domain.domain)}
    >
      {domain && <DomainForm key={domain.domain} tenantId={tenantId} domain={domain} onClose={onClose} />}
    </Modal>
  );
}

function DomainForm({ tenantId, domain, onClose }: Props & { readonly domain: Domain }) {
  const [threshold, setThreshold] = useState<string | number>(domain.threshold);
  const [label, setLabel] = useState('');
  const [polarity, setPolarity] = useState<string | number>('');
  const [explore, setExplore] = useState<string | number>(domain.explore ?? '');
  const change = useChangeTenant(tenantId);
  const wanted = domainChange(domain, { threshold, label, polarity, explore });
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== undefined) change.mutate(wanted, { onSuccess: onClose });
      }}
    >
      <NumberInput
        label={text.admin.threshold}
        description={text.admin.thresholdHint}
        min={1}
        max={1_000_000_000}
        allowDecimal={false}
        value={threshold}
        onChange={setThreshold}
        data-autofocus
      />
      <NumberInput
        label={text.admin.explore}
        description={text.admin.exploreHint}
        placeholder={text.admin.exploreDefault}
        min={0}
        max={0.2}
        step={0.01}
        value={explore}
        onChange={setExplore}
      />
      <h3>{text.admin.addLabel}</h3>
      <div className={styles.row}>
        <TextInput
          label={text.admin.label}
          maxLength={64}
          value={label}
          onChange={({ currentTarget: { value } }) => setLabel(value)}
          spellCheck={false}
        />
        <NumberInput
          label={text.admin.polarity}
          min={-10}
          max={10}
          step={0.5}
          value={polarity}
          onChange={setPolarity}
        />
      </div>
      <p className={styles.hint}>{text.admin.polarityHint}</p>
      {change.error && <ErrorNote error={change.error} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={wanted === undefined} loading={change.isPending}>
          {text.admin.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {text.common.cancel}
        </Button>
      </div>
    </form>
  );
}
