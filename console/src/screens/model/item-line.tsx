import { ExternalLinkIcon } from '@radix-ui/react-icons';
import { text } from '../../text/en.ts';
import styles from './item-line.module.css';
import { safeAddress } from './item-look.ts';
import { ItemTile } from './item-tile.tsx';
import type { ModelItem } from './model-queries.ts';

interface Props {
  readonly itemId: string;
  readonly item: ModelItem | undefined;
  readonly note?: string | undefined;
}

/** An item with its tile, title and id, and a link to its picture where there is one. */
export function ItemLine({ itemId, item, note }: Props) {
  const words = text.model.play;
  const title = item?.title || itemId;
  const picture = safeAddress(item?.image_url ?? null);
  const features = item?.features.map(({ name, value }) => `${name}: ${value}`) ?? [];
  const rest = [item?.text ?? '', ...features].filter((part) => part !== '').join(' · ');
  return (
    <div className={styles.line}>
      <ItemTile itemId={itemId} item={item} />
      <div className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.rest}>
          {item?.title && <code>{itemId}</code>}
          {note !== undefined && <em>{note}</em>}
          {picture !== null && (
            <a href={picture} target="_blank" rel="noopener noreferrer" aria-label={words.pictureOf(title)}>
              {words.picture} <ExternalLinkIcon aria-hidden width={11} height={11} />
            </a>
          )}
          {rest !== '' && <span title={rest}>{rest}</span>}
        </span>
      </div>
    </div>
  );
}
