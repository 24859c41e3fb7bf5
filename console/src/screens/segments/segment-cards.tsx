import { ShareList } from '../../parts/charts/share-list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { segmentsText as words } from '../../text/en-segments.ts';
import { type Segment, titleOf } from './segment-result.ts';
import styles from './segments.module.css';

/** A panel for each segment, with the items that its people take more often than all. */
export function SegmentCards({ segments }: { readonly segments: readonly Segment[] }) {
  return (
    <div className={styles.cards}>
      {segments.map((segment) => (
        <SegmentCard key={segment.segment} segment={segment} />
      ))}
    </div>
  );
}

function SegmentCard({ segment: of }: { readonly segment: Segment }) {
  const { segment, name, people, share, mean_distance, medoid_events, items } = of;
  const greatest = Math.max(...items.map(({ lift }) => lift));
  const lead = [
    `${words.size(people, share)}.`,
    words.alike(mean_distance, medoid_events),
    ...(items.length === 0 ? [] : [words.itemsLead]),
  ].join(' ');
  return (
    <Panel title={words.numbered(segment, name)} lead={lead}>
      {items.length === 0 && <p>{words.noItems}</p>}
      <ShareList
        rows={items.map((item) => ({
          key: item.item_id,
          name: titleOf(item),
          note: titleOf(item) === item.item_id ? undefined : item.item_id,
          share: item.lift / greatest,
          value: `${words.lift(item.lift)} · ${words.takers(item.people)}`,
        }))}
      />
    </Panel>
  );
}
