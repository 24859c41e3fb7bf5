/** The selectors of a Prometheus query, read with Prometheus's own grammar. */
import { parser } from '@prometheus-io/lezer-promql';

interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly op: string; readonly value: string }[];
}

export interface ReadQuery {
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `without`, `on` and `group_left`. */
  readonly grouped: readonly string[];
}

/** Throws where the grammar does not take the query. */
export function readPromql(query: string): ReadQuery {
  const selectors: Selector[] = [];
  const grouped: string[] = [];
  const textOf = ({ from, to }: { from: number; to: number }) => query.slice(from, to);
  const tree = parser.parse(query);
  tree.iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${query}`);
      if (node.name === 'VectorSelector') {
        const name = node.node.getChild('Identifier');
        const matchers = node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
        selectors.push({
          metric: name === null ? '' : textOf(name),
          matchers: matchers.map((matcher) => ({
            label: textOf(matcher.getChild('LabelName')!),
            op: textOf(matcher.getChild('MatchOp')!),
            value: textOf(matcher.getChild('StringLiteral')!).slice(1, -1),
          })),
        });
      }
      if (node.name === 'GroupingLabels')
        grouped.push(...node.node.getChildren('LabelName').map((label) => textOf(label)));
    },
  });
  return { selectors, grouped };
}
