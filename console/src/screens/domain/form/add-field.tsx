import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { text } from '../../../text/en.ts';
import styles from './form.module.css';
import { appendItem } from './set-list.ts';
import type { Editing } from './use-entry.ts';

const words = text.domain.form;
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

interface Props extends Editing {
  readonly onAdded: (at: number) => void;
}

/** A new field begins as a hard text; its card says the rest. */
export function AddField({ source, form, onEdit, onAdded }: Props) {
  const [name, setName] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const isFree = form.fields.every((field) => field.name !== name);
    setFaulty(!NAME.test(name) || !isFree);
    if (!NAME.test(name) || !isFree) return;
    const list = form.fieldList;
    const fieldText = list.flow
      ? `{name: ${name}, kind: hard, type: string}`
      : `name: ${name}\nkind: hard\ntype: string`;
    onEdit([appendItem(source, list, fieldText)]);
    onAdded(form.fields.length);
    setName('');
  };
  return (
    <form className={styles.add} onSubmit={add}>
      <TextInput
        label={words.addName}
        value={name}
        maxLength={64}
        error={isFaulty && words.addFault}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {words.add}
      </Button>
    </form>
  );
}
