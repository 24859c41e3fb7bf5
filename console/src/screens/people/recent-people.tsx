import { Link } from '@tanstack/react-router';
import { recentPeople } from '../../api/recent-people.ts';
import { text } from '../../text/en.ts';
import styles from './people-screen.module.css';

export function RecentPeople({ tenant }: { readonly tenant: string }) {
  const recent = recentPeople(tenant);
  if (recent.length === 0) return null;
  return (
    <section className={styles.recent} aria-label={text.people.recent}>
      <h2>{text.people.recent}</h2>
      <ul>
        {recent.map((person) => (
          <li key={person}>
            <Link to="/people/$userId" params={{ userId: person }}>
              {person}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
