import { Button, Checkbox, Popover } from '@mantine/core';
import type { Schema } from '../../api/queries.ts';
import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './menus.module.css';
import { possibleColumns } from './people-columns.ts';

interface Props {
  readonly schema: Schema;
  readonly shown: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

export function ColumnMenu({ schema, shown, onChange }: Props) {
  return (
    <Popover width={260} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default">
          {text.people.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={styles.list}>
          <legend>{text.people.columns}</legend>
          {possibleColumns(schema).map(({ name }) => (
            <Checkbox
              key={name}
              size="xs"
              label={capitalized(name)}
              checked={shown.includes(name)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...shown, name] : shown.filter((other) => other !== name))
              }
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
