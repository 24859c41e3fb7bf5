/** The report at the end of an import, as sentences or as JSON. */
import type { RepeatedIds } from '../../../platform/intake/repeated-ids.ts';
import { countRows } from '../../../platform/intake/row-counts.ts';
import { notedLines, type ReadingReport } from '../../../platform/intake/sources/reading.ts';
import { printJson, printLines } from '../print.ts';
import { rejectedLines, stoppedLine } from './end-of-import.ts';
import type { ReadingBehind } from './reading-behind.ts';
import type { RejectSummary } from './reject-counts.ts';
import type { ImportResult } from './run-import.ts';
import type { WarningSummary } from './warning-counts.ts';

interface ImportReport {
  readonly source: string;
  readonly rejectsFile: string | null;
  readonly seconds: number;
  readonly fallbacks: number;
  readonly reading: ReadingReport;
  readonly repeatedRows: number;
  readonly behind: ReadingBehind;
  readonly repeated: RepeatedIds;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly maxRejected: number;
}

export function reportImport(result: ImportResult, report: ImportReport): void {
  const { imported, rejected } = result;
  const { seconds, reading, repeatedRows, repeated, dryRun, behind, fallbacks, rejectsFile } = report;
  const { rows, stored, replaced, merged } = countRows({ imported, rejected, repeatedRows, repeated });
  const rate = Math.round(result.rowsThisRun / Math.max(seconds, 0.001));
  if (report.json) {
    printJson({
      finished: result.finished,
      dry_run: dryRun,
      rows,
      stored: dryRun ? 0 : stored,
      ...{ replaced, merged, imported, rejected },
      rejects_file: rejectsFile,
      rejected_by: result.rejectedBy,
      repeated: repeatedRows,
      read: reading,
      warnings: result.warnings,
      read_by_rules_instead: fallbacks,
      to_read_in_full: behind.people,
      reading_job: behind.jobId,
      rows_this_run: result.rowsThisRun,
      seconds: Number(seconds.toFixed(3)),
      rows_per_second: rate,
    });
    return;
  }
  printLines(
    ...stoppedLine(result),
    dryRun
      ? `${report.source}: ${imported} rows can be imported, ${rejected} rejected. Nothing was stored.`
      : `${report.source}: ${imported} imported, ${rejected} rejected.`,
    `${result.rowsThisRun} rows in ${seconds.toFixed(1)} s, ${rate} rows/s.`,
    ...repeatedLine(repeatedRows, repeated),
    ...notedLines(reading),
    ...(dryRun ? [] : behindLine(behind)),
    ...(fallbacks === 0
      ? []
      : [`The language model did not answer for ${fallbacks} texts: the rules read them.`]),
    ...result.warnings.map(warningLine),
    ...result.rejectedBy.map(rejectLine),
    ...rejectedLines(result, { what: 'rows', rejectsFile, maxRejected: report.maxRejected }),
  );
}

const repeatedWays: Readonly<Record<RepeatedIds, string>> = {
  refuse: 'were refused (--repeated replace or merge takes them)',
  replace: 'replaced it',
  merge: 'were merged into it',
};

function repeatedLine(rows: number, repeated: RepeatedIds): readonly string[] {
  return rows === 0 ? [] : [`${rows} rows have the id of an earlier row, and ${repeatedWays[repeated]}.`];
}

function behindLine({ people, jobId }: ReadingBehind): readonly string[] {
  if (people === 0) return [];
  const job = jobId === null ? 'the job of the next import' : `${jobId} (counterpart jobs show)`;
  const whose = people === 1 ? '1 person' : `${people} people`;
  return [`The texts of ${whose} are read in full by ${job}, wherever jobs run.`];
}

/** «37 rows are rejected for column age; the first is line 12: …» */
function rejectLine({ column, rows, first }: RejectSummary): string {
  const count = `${rows} ${rows === 1 ? 'row is' : 'rows are'} rejected`;
  const where = first.line === undefined ? `row ${first.row}` : `line ${first.line}`;
  return `${count}${column === null ? '' : ` for column ${column}`}; the first is ${where}: ${first.reason}`;
}

/** "37 rows: place_unknown in location, as «Narnia» in row 12: …" */
function warningLine({ code, field, rows, first }: WarningSummary): string {
  const count = `${rows} ${rows === 1 ? 'row' : 'rows'}`;
  return `${count} with ${code}${field === null ? '' : ` in ${field}`}; the first is row ${first.row}: ${first.message}`;
}
