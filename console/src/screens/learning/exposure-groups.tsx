import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import type { ExposureStatistics } from './learning-queries.ts';
import styles from './tables.module.css';

interface Props {
  readonly exposure: NonNullable<ExposureStatistics['fair_exposure']>;
}

/** The exposure of each declared group, beside its share of the people. */
export function ExposureGroups({ exposure: { field, groups } }: Props) {
  if (field === null || groups.length === 0) return null;
  const share = (value: number | null) => (value === null ? '–' : text.common.percent(value));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words(field)}</th>
          <th scope="col">{text.learning.groupPeople}</th>
          <th scope="col">{text.learning.groupShown}</th>
          <th scope="col">{text.learning.groupLikes}</th>
          <th scope="col">{text.learning.groupFloor}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.value ?? ''}>
            <th scope="row">{group.value === null ? text.learning.noGroup : words(group.value)}</th>
            <td>{share(group.people_share)}</td>
            <td>{share(group.shown_share)}</td>
            <td>{share(group.likes_share)}</td>
            <td>{share(group.min_share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
