import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import styles from '../../parts/form.module.css';
import { text } from '../../text/en.ts';
import { type MemberForm, roles, scopesOfRole, withRole } from './member-form.ts';

interface Props {
  readonly form: MemberForm;
  readonly onChange: (form: MemberForm) => void;
}

/** The name of a member, and its role with the scopes that it has. */
export function RightsFields({ form, onChange }: Props) {
  return (
    <>
      <TextInput
        label={text.members.name}
        description={text.members.nameHint}
        maxLength={100}
        value={form.name}
        onChange={({ currentTarget }) => onChange({ ...form, name: currentTarget.value })}
      />
      <NativeSelect
        label={text.members.role}
        description={text.members.roleAllows(form.scopes)}
        value={form.role}
        onChange={({ currentTarget }) => onChange(withRole(form, currentTarget.value as MemberForm['role']))}
        data={[
          ...roles.map((role) => ({ value: role, label: text.members.roles[role] ?? role })),
          { value: '', label: text.members.ownScopes },
        ]}
      />
      {form.role === '' && (
        <fieldset className={styles.choices}>
          <legend>{text.members.scopes}</legend>
          {scopesOfRole.admin.map((scope) => (
            <Checkbox
              key={scope}
              label={scope}
              checked={form.scopes.includes(scope)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  ...form,
                  scopes: scopesOfRole.admin.filter((one) =>
                    one === scope ? checked : form.scopes.includes(one),
                  ),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
