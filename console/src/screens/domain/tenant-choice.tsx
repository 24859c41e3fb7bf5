import { Select } from '@mantine/core';
import { text } from '../../text/en.ts';

interface Props {
  readonly tenants: readonly { readonly id: string; readonly name: string }[];
  readonly value: string | undefined;
  readonly onChange: (tenant: string) => void;
}

export function TenantChoice({ tenants, value, onChange }: Props) {
  return (
    <Select
      label={text.domain.tenant}
      placeholder={text.domain.chooseTenant}
      searchable
      allowDeselect={false}
      value={value ?? null}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      data={tenants.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
