import { Button, SegmentedControl } from '@mantine/core';
import type { Schema } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import styles from './settings-drawer.module.css';
import { commonTiers, twoTiers } from './tier-pins.ts';
import { useMatchSearch } from './use-match-search.ts';

/** Begins and ends a comparison, and chooses the settings of it that the drawer edits. */
export function CompareControls({ schema }: { readonly schema: Schema | undefined }) {
  const { search, change, edited } = useMatchSearch();
  const tiers = schema && twoTiers(search.a, commonTiers(schema));
  if (search.b === undefined)
    return (
      <div className={styles.compare}>
        <Button
          variant="default"
          size="xs"
          onClick={() => change({ b: search.a ?? {}, edit: 'b', open: undefined })}
        >
          {text.match.compare}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={tiers === undefined}
          onClick={() => tiers && change({ ...tiers, edit: 'b', open: undefined })}
        >
          {text.match.compareTiers}
        </Button>
      </div>
    );
  return (
    <div className={styles.compare}>
      <SegmentedControl
        size="xs"
        aria-label={text.match.compare}
        value={edited}
        onChange={(value) => change({ edit: value === 'b' ? 'b' : undefined })}
        data={[
          { value: 'a', label: text.match.settingsA },
          { value: 'b', label: text.match.settingsB },
        ]}
      />
      <Button variant="default" size="xs" onClick={() => change({ b: undefined, edit: undefined })}>
        {text.match.stopCompare}
      </Button>
    </div>
  );
}
