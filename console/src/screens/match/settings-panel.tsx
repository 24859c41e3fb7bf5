import { Select, Skeleton } from '@mantine/core';
import type { Schema } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import { CompareControls } from './compare-controls.tsx';
import { FilterFields } from './filter-fields.tsx';
import { OptionFields } from './option-fields.tsx';
import { Section } from './section.tsx';
import { StageFields } from './stage-fields.tsx';
import type { Tier } from './stage-form.ts';
import { commonTiers, pinnedTier, pinTier } from './tier-pins.ts';
import { useMatchSearch } from './use-match-search.ts';
import { WeightFields } from './weight-fields.tsx';

/** All settings of a run. */
export function SettingsPanel({ schemas }: { readonly schemas: readonly Schema[] | undefined }) {
  const { search, edited } = useMatchSearch();
  if (schemas === undefined) return <Skeleton h={320} aria-busy="true" />;
  const schema = schemas.find(({ domain }) => domain === search.domain);
  return (
    <>
      <CompareControls schema={schema} />
      {schema && (
        <Section title={text.match.filters}>
          <FilterFields key={`${schema.domain} ${edited}`} fields={schema.fields} />
        </Section>
      )}
      <Section title={text.match.options}>
        <OptionFields schema={schema} />
      </Section>
      {schema && (
        <Section title={text.match.weights}>
          <WeightFields key={`${schema.domain} ${edited}`} schema={schema} />
        </Section>
      )}
      <Section title={text.match.stages}>
        {search.b && schema && <TierField schema={schema} />}
        <StageFields schema={schema} />
      </Section>
    </>
  );
}

/** One tier for all ranking stages of the settings that are edited: the quick way to compare two tiers. */
function TierField({ schema }: { readonly schema: Schema }) {
  const { settings, changeSettings } = useMatchSearch();
  return (
    <Select
      size="xs"
      label={text.match.allStages}
      placeholder={text.match.tierDefault}
      clearable
      value={pinnedTier(settings.stages) ?? null}
      onChange={(tier) =>
        changeSettings({ stages: pinTier(settings.stages, (tier ?? undefined) as Tier | undefined) })
      }
      data={commonTiers(schema).map((tier) => ({ value: tier, label: text.match.tiers[tier] ?? tier }))}
    />
  );
}
