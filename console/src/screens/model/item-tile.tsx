import type { CSSProperties } from 'react';
import { hueOf, initialOf } from './item-look.ts';
import styles from './item-tile.module.css';
import type { ModelItem } from './model-queries.ts';

interface Props {
  readonly itemId: string;
  readonly item: ModelItem | undefined;
}

/** Stands for the picture of an item: the policy of the page forbids pictures of other hosts. */
export function ItemTile({ itemId, item }: Props) {
  return (
    <span className={styles.tile} style={{ '--hue': hueOf(item) } as CSSProperties} aria-hidden="true">
      {initialOf(item?.title || itemId)}
    </span>
  );
}
