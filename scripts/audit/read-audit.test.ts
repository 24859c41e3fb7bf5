import { expect, test } from 'vitest';
import { readAudit } from './read-audit.ts';

const vulnerable = (severity: string) => ({
  severity,
  range: '<2.0.0',
  via: [{ title: 'Reads past the end', url: 'https://advisories.example/1' }, 'parser'],
});

test('a report is counted by level, with a line each package', () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: { a: vulnerable('high'), b: vulnerable('moderate'), c: vulnerable('critical') },
  };
  expect(readAudit(JSON.stringify(report), '')).toEqual({
    state: 'read',
    severe: 2,
    lesser: 1,
    lines: [
      'high: a <2.0.0: Reads past the end https://advisories.example/1; by parser',
      'moderate: b <2.0.0: Reads past the end https://advisories.example/1; by parser',
      'critical: c <2.0.0: Reads past the end https://advisories.example/1; by parser',
    ],
  });
});

test('a report without vulnerabilities', () => {
  const clean = { auditReportVersion: 2, vulnerabilities: {} };
  expect(readAudit(JSON.stringify(clean), '')).toEqual({ state: 'read', severe: 0, lesser: 0, lines: [] });
});

test.each([400, 404, 405, 501])('a registry that answers %i has no audit endpoint', (statusCode) => {
  const refusal = { message: `${statusCode} - POST https://registry.example/`, statusCode };
  expect(readAudit(JSON.stringify(refusal), 'npm error')).toEqual({
    state: 'no_endpoint',
    answer: refusal.message,
  });
});

test.each([
  ['a fault of the registry', JSON.stringify({ message: '500 - POST', statusCode: 500 }), '', '500 - POST'],
  ['no connection', JSON.stringify({ message: 'request failed' }), '', 'request failed'],
  ['no report', '', 'npm: not found\n', 'npm: not found'],
  ['something else', '[]', '', 'npm printed no report'],
])('%s fails with its reason', (_, printed, told, reason) => {
  expect(readAudit(printed, told)).toEqual({ state: 'failed', reason });
});
