import { SegmentedControl, Select, Skeleton } from '@mantine/core';
import type { Schema } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import { FilterFields } from './filter-fields.tsx';
import { OptionFields } from './option-fields.tsx';
import { Section } from './section.tsx';
import { SeekerFields } from './seeker-fields.tsx';
import styles from './settings-panel.module.css';
import { StageFields } from './stage-fields.tsx';
import type { Tier } from './stage-form.ts';
import { commonTiers, pinnedTier, pinTier } from './tier-pins.ts';
import { useMatchSearch } from './use-match-search.ts';
import { WeightFields } from './weight-fields.tsx';

/** As high as the settings are, so that the button below them stays where it is. */
const skeletonRows = Array.from({ length: 18 }, (_, row) => row);

export function SettingsPanel({ schemas }: { readonly schemas: readonly Schema[] | undefined }) {
  const { search, change, edited } = useMatchSearch();
  if (schemas === undefined)
    return (
      <div className={styles.panel} aria-busy="true">
        {skeletonRows.map((row) => (
          <Skeleton key={row} h={56} />
        ))}
      </div>
    );
  const schema = schemas.find(({ domain }) => domain === search.domain);
  return (
    // The panel scrolls by itself, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
    <section className={styles.panel} tabIndex={0} aria-label={text.match.settings}>
      <SeekerFields />
      {search.b && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={text.match.compare}
          value={edited}
          onChange={(value) => change({ edit: value === 'b' ? 'b' : undefined })}
          data={[
            { value: 'a', label: text.match.settingsA },
            { value: 'b', label: text.match.settingsB },
          ]}
        />
      )}
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
    </section>
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
