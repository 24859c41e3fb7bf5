import { text } from '../text/en.ts';
import styles from './brand.module.css';
import mark from './counterpart.svg';

export function Brand() {
  return (
    <span className={styles.brand}>
      <img src={mark} alt="" width={24} height={24} />
      {text.product}
    </span>
  );
}
