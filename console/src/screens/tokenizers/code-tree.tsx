import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import styles from './tokenizers.module.css';

interface Props {
  readonly tokenizerId: string;
  /** `12-4`: codes of the first levels. */
  readonly prefix: string | undefined;
}

/** One level of the tree of codes; every code leads one level deeper, until the items. */
export function CodeTree({ tokenizerId, prefix }: Props) {
  const level = useQuery({
    queryKey: ['tokenizer-codes', tokenizerId, prefix],
    queryFn: ({ signal }) =>
      client.tokenizers.codes(tokenizerId, prefix === undefined ? {} : { prefix }, { signal }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Path tokenizerId={tokenizerId} prefix={prefix} />
      {level.error && <ErrorNote error={level.error} onRetry={() => level.refetch()} />}
      {level.isPending && <Skeleton h={320} radius="md" />}
      {level.data && <Level tree={level.data} />}
    </>
  );
}

function Path({ tokenizerId, prefix }: Props) {
  const codes = prefix?.split('-') ?? [];
  return (
    <nav aria-label={text.tokenizers.path} className={styles.path}>
      <Link to="/tokenizers/$tokenizerId" params={{ tokenizerId }}>
        {text.tokenizers.top}
      </Link>
      {codes.map((code, depth) => {
        const until = codes.slice(0, depth + 1).join('-');
        return (
          <span key={until}>
            {' › '}
            <Link to="/tokenizers/$tokenizerId" params={{ tokenizerId }} search={{ prefix: until }}>
              {code}
            </Link>
          </span>
        );
      })}
    </nav>
  );
}

function Level({ tree }: { readonly tree: wire.CodeTree }) {
  const most = Math.max(1, ...tree.children.map(({ items }) => items));
  return (
    <>
      <p className={styles.dim}>
        {text.tokenizers.level(tree.prefix.length, tree.levels, tree.items, tree.collisions)}
      </p>
      {tree.children.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.tokenizers.code}</th>
              <th scope="col">{text.tokenizers.items}</th>
              <th scope="col">{text.tokenizers.collisions}</th>
              <th scope="col">{text.tokenizers.examples}</th>
            </tr>
          </thead>
          <tbody>
            {tree.children.map(({ code, items, collisions, examples }) => (
              <tr key={code}>
                <th scope="row">
                  <Link
                    to="/tokenizers/$tokenizerId"
                    params={{ tokenizerId: tree.tokenizer_id }}
                    search={{ prefix: [...tree.prefix, code].join('-') }}
                  >
                    {code}
                  </Link>
                </th>
                <td className={styles.number}>
                  {text.common.count(items)}
                  <svg className={styles.share} aria-hidden="true">
                    <rect width={`${(items / most) * 100}%`} height="4" rx="2" />
                  </svg>
                </td>
                <td className={styles.number}>{collisions === 0 ? '–' : text.common.count(collisions)}</td>
                <td className={styles.examples}>{examples.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {tree.children_omitted > 0 && (
        <p className={styles.dim}>{text.tokenizers.omitted(tree.children_omitted)}</p>
      )}
      <ul className={styles.here}>
        {tree.items_here.map(({ item_id, collision_suffix }) => (
          <li key={item_id}>
            {item_id}
            {collision_suffix !== null && (
              <span className={styles.dim}> {text.tokenizers.suffix(collision_suffix)}</span>
            )}
          </li>
        ))}
      </ul>
      {tree.items === 0 && <p className={styles.dim}>{text.tokenizers.nothing}</p>}
    </>
  );
}
