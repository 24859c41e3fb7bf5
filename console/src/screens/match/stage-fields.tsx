import { NumberInput, Select, Switch, Textarea } from '@mantine/core';
import { text } from '../../text/en.ts';
import styles from './stage-fields.module.css';
import {
  readStage,
  type StageForm,
  type StageName,
  stageDefaults,
  stageNames,
  type Tier,
  writeStage,
} from './stage-form.ts';
import { useMatchSearch } from './use-match-search.ts';

const numberOr = (value: string | number) => (typeof value === 'number' ? value : undefined);

export function StageFields() {
  return (
    <ol className={styles.stages}>
      {stageNames.map((name) => (
        <li key={name}>
          <StageField name={name} />
        </li>
      ))}
    </ol>
  );
}

function StageField({ name }: { readonly name: StageName }) {
  const { settings, changeSettings } = useMatchSearch();
  const form = readStage(settings.stages, name);
  const { top_k: usual, most } = stageDefaults[name];
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
      {form.enabled && usual !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
        <div className={styles.options} role="group" aria-label={title}>
          <NumberInput
            size="xs"
            label={text.match.topK}
            placeholder={String(usual)}
            min={1}
            {...(most !== undefined && { max: most })}
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
            data={Object.entries(text.match.tiers).map(([value, label]) => ({ value, label }))}
          />
        </div>
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
