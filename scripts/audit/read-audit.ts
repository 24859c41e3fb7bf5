/** The output of `npm audit --json`. */
import { z } from 'zod';

export type AuditOutcome =
  | {
      readonly state: 'read';
      /** Level high or critical. */
      readonly severe: number;
      readonly lesser: number;
      /** A line each package. */
      readonly lines: readonly string[];
    }
  | { readonly state: 'no_endpoint'; readonly answer: string }
  | { readonly state: 'failed'; readonly reason: string };

const levels = ['info', 'low', 'moderate', 'high', 'critical'] as const;

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(levels),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
});
const Refusal = z.object({ message: z.string(), statusCode: z.number().optional() });

/** Statuses of a registry that does not know the address or the method. */
const NO_ENDPOINT = new Set([400, 404, 405, 501]);

/** `told`: what npm printed beside the report. */
export function readAudit(printed: string, told: string): AuditOutcome {
  const json = jsonOrNull(printed);
  const report = Report.safeParse(json);
  if (report.success) return outcomeOf(report.data);
  const refusal = Refusal.safeParse(json);
  if (!refusal.success) return { state: 'failed', reason: told.trim() || 'npm printed no report' };
  const { message, statusCode } = refusal.data;
  return statusCode !== undefined && NO_ENDPOINT.has(statusCode)
    ? { state: 'no_endpoint', answer: message.slice(0, 200) }
    : { state: 'failed', reason: message };
}

function outcomeOf({ vulnerabilities }: z.output<typeof Report>): AuditOutcome {
  const all = Object.entries(vulnerabilities);
  const severe = all.filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  const lines = all.map(([name, { severity, range, via }]) => {
    const causes = via.map((cause) =>
      typeof cause === 'string' ? `by ${cause}` : `${cause.title} ${cause.url}`,
    );
    return `${severity}: ${name} ${range}: ${causes.join('; ')}`;
  });
  return { state: 'read', severe: severe.length, lesser: all.length - severe.length, lines };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
