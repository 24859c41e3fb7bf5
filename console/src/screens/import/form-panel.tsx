import { Button } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { importText } from '../../text/en-import.ts';
import type { RecognisedForm } from './recognised-form.ts';

interface Props {
  readonly recognised: RecognisedForm;
  /** Whether the records are read by it. */
  readonly isUsed: boolean;
  readonly domain: string;
  /** Domains of the workspace. */
  readonly domains: readonly string[];
  readonly onDomain: (domain: string) => void;
  readonly onByColumns: (byColumns: boolean) => void;
}

/** Shows the known form of the file with the columns that are read, and a button to map the columns by hand. */
export function FormPanel({ recognised, isUsed, domain, domains, onDomain, onByColumns }: Props) {
  const { form, sentence, fault } = recognised;
  const isHere = form.domain === domain;
  const hasDomain = domains.includes(form.domain);
  return (
    <Panel
      title={importText.known}
      lead={sentence}
      aside={
        isHere
          ? fault === null && (
              <Button variant="default" size="xs" onClick={() => onByColumns(isUsed)}>
                {isUsed ? importText.mapColumns : importText.useForm}
              </Button>
            )
          : hasDomain && (
              <Button variant="default" size="xs" onClick={() => onDomain(form.domain)}>
                {importText.toDomain(form.domain)}
              </Button>
            )
      }
    >
      <p>{noteOf()}</p>
    </Panel>
  );

  function noteOf(): string {
    if (isUsed) return importText.byForm;
    if (!hasDomain) return importText.noDomain(form.domain);
    if (!isHere) return importText.otherDomain(form.become, form.domain);
    return fault === null ? importText.byColumns : importText.formFault(fault);
  }
}
