/** The queries of the dashboard and of the alert rules in `deploy/`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const rulesFile = fileURLToPath(
  new URL('../../deploy/prometheus/counterpart.rules.yml', import.meta.url),
);
const dashboardFile = new URL('../../deploy/grafana/counterpart.json', import.meta.url);

export interface DeployedQuery {
  /** The panel or the alert. */
  readonly name: string;
  readonly query: string;
  /** Texts with labels to fill in: legends of a panel, annotations of an alert. */
  readonly labelsIn: readonly string[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly definition?: string }[];
  };
}

const dashboard = () => JSON.parse(readFileSync(dashboardFile, 'utf8')) as Dashboard;

/** Variables of Grafana have the values that it would put there. */
function filledIn(query: string): string {
  return query.replaceAll('$__rate_interval', '1m').replaceAll(/\$(instance|tenant|domain)\b/g, '.*');
}

export function dashboardQueries(): readonly DeployedQuery[] {
  return dashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({
      name: title,
      query: filledIn(expr),
      labelsIn: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!),
    })),
  );
}

/** `label_values(metric, label)` of each variable. */
export function dashboardVariables(): readonly { readonly metric: string; readonly label: string }[] {
  return dashboard()
    .templating.list.filter(({ type }) => type === 'query')
    .map(({ definition }) => {
      const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(definition ?? '')!;
      return { metric: metric!, label: label! };
    });
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: Readonly<Record<string, string>>;
    }[];
  }[];
}

export function alertQueries(): readonly DeployedQuery[] {
  const { groups } = parse(readFileSync(rulesFile, 'utf8')) as Rules;
  return groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, annotations }) => ({
      name: alert,
      query: expr,
      labelsIn: [
        ...Object.values(annotations)
          .join(' ')
          .matchAll(/\$labels\.(\w+)/g),
      ].map(([, label]) => label!),
    })),
  );
}
