import { ShareList } from '../../parts/charts/share-list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { segmentsText as words } from '../../text/en-segments.ts';
import type { SegmentResult } from './segment-result.ts';

/** The segments as bars, the largest first. */
export function SegmentSizes({ result }: { readonly result: SegmentResult }) {
  const { segments, people, left_out: leftOut, sessions_left_out: sessions = 0, silhouette } = result;
  const largest = Math.max(...segments.map(({ share }) => share));
  return (
    <Panel
      title={words.sizes}
      lead={`${words.outcome(people, leftOut, sessions)} ${words.separation(silhouette)}`}
    >
      <ShareList
        rows={segments.map(({ segment, name, people: of, share }) => ({
          key: String(segment),
          name: words.numbered(segment, name),
          share: share / largest,
          value: words.size(of, share),
        }))}
      />
    </Panel>
  );
}
