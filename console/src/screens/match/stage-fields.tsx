import { NumberInput, Select, Switch, Textarea } from '@mantine/core';
import { matchStages, type StageName, stageNames } from 'counterpart-stages';
import type { Schema } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import styles from './stage-fields.module.css';
import { readStage, type StageForm, type Tier, writeStage } from './stage-form.ts';
import { useMatchSearch } from './use-match-search.ts';

const numberOr = (value: string | number) => (typeof value === 'number' ? value : undefined);

type Tiers = Schema['tiers']['light_ml'];

export function StageFields({ schema }: { readonly schema: Schema | undefined }) {
  const tiers: Readonly<Partial<Record<StageName, Tiers>>> = schema?.tiers ?? {};
  return (
    <ol className={styles.stages}>
      {stageNames.map((name) => (
        <li key={name}>
          <StageField name={name} tiers={tiers[name] ?? []} />
        </li>
      ))}
    </ol>
  );
}

interface Props {
  readonly name: StageName;
  /** The tiers that exist. */
  readonly tiers: Tiers;
}

function StageField({ name, tiers }: Props) {
  const { settings, changeSettings } = useMatchSearch();
  const form = readStage(settings.stages, name);
  const { topK } = matchStages[name];
  const title = text.match.stageNames[name] ?? name;
  const set = (change: Partial<StageForm>) =>
    changeSettings({ stages: writeStage(settings.stages, name, { ...form, ...change }) });
  return (
    <>
      <Switch
        size="sm"
        label={title}
        checked={form.enabled}
        onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
      />
      {form.enabled && topK !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
        <div className={styles.options} role="group" aria-label={title}>
          <NumberInput
            size="xs"
            label={text.match.topK}
            placeholder={String(topK.usual)}
            min={1}
            max={topK.most}
            allowDecimal={false}
            value={form.top_k ?? ''}
            onChange={(value) => set({ top_k: numberOr(value) })}
          />
          <NumberInput
            size="xs"
            label={text.match.minScore}
            placeholder="0"
            min={0}
            max={1}
            step={0.05}
            value={form.min_score ?? ''}
            onChange={(value) => set({ min_score: numberOr(value) })}
          />
          <Select
            size="xs"
            label={text.match.tier}
            placeholder={text.match.tierDefault}
            clearable
            value={form.model ?? null}
            onChange={(value) => set({ model: (value ?? undefined) as Tier | undefined })}
            data={tierChoices(tiers, form.model)}
          />
        </div>
      )}
      {name === 'llm_judge' && form.enabled && tiers.length === 0 && (
        <p className={styles.missing}>{text.match.noJudge}</p>
      )}
      {name === 'llm_judge' && form.enabled && (
        <Textarea
          size="xs"
          mt={8}
          label={text.match.prompt}
          maxLength={4000}
          value={form.prompt ?? ''}
          onChange={({ currentTarget }) => set({ prompt: currentTarget.value })}
        />
      )}
    </>
  );
}

/** The tiers that exist, and the pinned one, which an old address may name although it is gone. */
function tierChoices(tiers: Tiers, pinned: Tier | undefined) {
  const names = tiers.map(({ tier }) => tier as Tier);
  const all = pinned === undefined || names.includes(pinned) ? names : [...names, pinned];
  return all.map((tier) => ({ value: tier, label: text.match.tiers[tier] ?? tier }));
}
