import { Select } from '@mantine/core';
import type { Schema } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import type { Tier } from './stage-form.ts';
import { commonTiers, pinnedTier, pinTier } from './tier-pins.ts';
import { useMatchSearch } from './use-match-search.ts';

/** One tier for all ranking stages of the settings that are edited: the quick way to compare two tiers. */
export function TierField({ schema }: { readonly schema: Schema }) {
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
