import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from '../data/data.module.css';
import { ListScreen } from '../data/list-screen.tsx';

export function TokenizersScreen() {
  return (
    <ListScreen
      title={text.tokenizers.title}
      lead={text.tokenizers.lead}
      empty={text.tokenizers.empty}
      emptyLead={text.tokenizers.emptyLead}
      create={{ to: '/tokenizers/new', label: text.tokenizers.create, scope: 'data' }}
      queryKey="tokenizers"
      load={(signal) => client.tokenizers.list({ limit: 100 }, { signal })}
      keyOf={({ id }) => id}
      card={(tokenizer) => (
        <article className={styles.card}>
          <header>
            <h2>
              <Link to="/tokenizers/$tokenizerId" params={{ tokenizerId: tokenizer.id }}>
                {tokenizer.name}
              </Link>{' '}
              <span>{tokenizer.version}</span>
            </h2>
            <code>{tokenizer.id}</code>
          </header>
          <p>
            {words(tokenizer.status)} · {tokenizer.modalities.map(words).join(', ')}
            {tokenizer.item_count !== null &&
              ` · ${text.common.count(tokenizer.item_count)} ${text.data.items}`}
          </p>
          {tokenizer.error && <p className={styles.bad}>{tokenizer.error.message}</p>}
        </article>
      )}
    />
  );
}
