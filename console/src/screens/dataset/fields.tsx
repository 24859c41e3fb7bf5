import { ShareList } from '../../parts/charts/share-list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import type { Statistics } from './dataset-queries.ts';

/** The fields of the items with their coverage. */
export function Fields({ statistics: { fields } }: { readonly statistics: Statistics }) {
  const words = text.dataset.fields;
  return (
    <Panel title={words.title} lead={words.lead}>
      <ShareList
        rows={fields.map(({ name, items, share }) => ({
          key: name,
          name,
          share,
          value: words.share(items, share),
        }))}
      />
    </Panel>
  );
}
