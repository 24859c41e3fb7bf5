import { Button, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { text } from '../../text/en.ts';
import { conditionsOf, MOST_CHARACTERS } from './conditions.ts';
import styles from './playground.module.css';

interface Props {
  readonly value: string;
  readonly onApply: (value: string) => void;
}

/** Further keys of the request. They are sent when they are applied, not while they are written. */
export function ConditionsField({ value, onApply }: Props) {
  const words = text.model.play;
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const isWrong = conditionsOf(draft) === null;
  return (
    <form
      className={styles.conditions}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) onApply(draft.trim());
      }}
    >
      <Textarea
        label={words.conditions}
        description={words.conditionsHint}
        placeholder={words.conditionsExample}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        error={isWrong ? words.conditionsWrong : undefined}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={MOST_CHARACTERS}
        spellCheck={false}
        classNames={{ input: styles.json! }}
      />
      <Button type="submit" size="xs" variant="default" disabled={isWrong || draft.trim() === value}>
        {words.apply}
      </Button>
    </form>
  );
}
