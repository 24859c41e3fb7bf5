import { NumberInput, Select, Switch } from '@mantine/core';
import type { Schema } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import styles from './filter-fields.module.css';
import type { Settings } from './match-search.ts';
import { useMatchSearch } from './use-match-search.ts';

const numberOr = (value: string | number) => (typeof value === 'number' ? value : undefined);

export function OptionFields({ schema }: { readonly schema: Schema | undefined }) {
  const { settings, changeSettings } = useMatchSearch();
  const numeric = (key: 'limit' | 'diversity' | 'explore' | 'budget_ms' | 'exclude_shown_days') => ({
    size: 'xs' as const,
    value: settings[key] ?? '',
    onChange: (value: string | number) => changeSettings({ [key]: numberOr(value) } as Settings),
  });
  return (
    <>
      <div className={styles.pair}>
        <NumberInput
          label={text.match.limit}
          placeholder="10"
          min={1}
          max={100}
          allowDecimal={false}
          {...numeric('limit')}
        />
        <NumberInput
          label={text.match.diversity}
          placeholder="0"
          min={0}
          max={1}
          step={0.1}
          {...numeric('diversity')}
        />
        <NumberInput
          label={text.match.explore}
          placeholder="0"
          min={0}
          max={0.2}
          step={0.05}
          {...numeric('explore')}
        />
        <NumberInput
          label={text.match.budget}
          placeholder="–"
          min={1}
          max={60_000}
          allowDecimal={false}
          {...numeric('budget_ms')}
        />
        <NumberInput
          label={text.match.shownDays}
          placeholder="–"
          min={1}
          max={365}
          allowDecimal={false}
          {...numeric('exclude_shown_days')}
        />
      </div>
      <Select
        size="xs"
        label={text.match.reciprocal}
        placeholder={text.match.reciprocalDefault(schema && text.match.reciprocalNames[schema.reciprocal])}
        clearable
        value={settings.reciprocal ?? null}
        onChange={(value) => changeSettings({ reciprocal: (value ?? undefined) as Settings['reciprocal'] })}
        data={Object.entries(text.match.reciprocalNames).map(([value, label]) => ({ value, label }))}
      />
      <Switch
        size="sm"
        label={text.match.explain}
        description={text.match.explainHint}
        checked={settings.explain ?? true}
        onChange={({ currentTarget }) =>
          changeSettings({ explain: currentTarget.checked ? undefined : false })
        }
      />
    </>
  );
}
