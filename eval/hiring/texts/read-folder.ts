/**
 * A folder of CVs and vacancies that people have ranked, as Vanetik and Kogan (Information 14(8):468, 2023)
 * publish theirs: `CV/1.docx` …, `5_vacancies.csv` with the columns job_title and job_description, and one text
 * file with `ANNOTATOR_1_RANKINGS=[[2,1,…],…]`, a list for each of the first CVs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readDocumentText } from '../../../src/people/documents/read-document-text.ts';

export interface RankedTexts {
  /** By number, from 1 in the folder and from 0 here. */
  readonly cvs: readonly string[];
  readonly vacancies: readonly string[];
  /** By annotator and CV: the place of each vacancy, from 1; null where the list is no permutation. */
  readonly annotators: readonly (readonly (readonly number[] | null)[])[];
}

export async function readFolder(folder: string): Promise<RankedTexts> {
  const names = readdirSync(join(folder, 'CV')).sort(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  );
  const cvs: string[] = [];
  for (const name of names) {
    const bytes = readFileSync(join(folder, 'CV', name));
    cvs.push((await readDocumentText({ bytes, type: null, name }, { maxPages: 100 })).text);
  }
  return { cvs, vacancies: vacanciesIn(folder), annotators: annotatorsIn(folder) };
}

function vacanciesIn(folder: string): readonly string[] {
  const rows: readonly Readonly<Record<string, string>>[] = parse(
    readFileSync(join(folder, '5_vacancies.csv'), 'utf8'),
    { columns: true, bom: true },
  );
  return rows.map(({ job_title, job_description }) => `${job_title}\n${job_description}`);
}

function annotatorsIn(folder: string): RankedTexts['annotators'] {
  const name = readdirSync(folder).find((each) => /^annotations.*\.txt$/.test(each))!;
  const text = readFileSync(join(folder, name), 'utf8').replaceAll(/#.*$/gm, '');
  return [...text.matchAll(/RANKINGS\s*=\s*(\[[\s\S]*?\]\s*\])/g)].map(([, lists]) =>
    (JSON.parse(lists!) as number[][]).map((order) => (isPermutation(order) ? placesOf(order) : null)),
  );
}

/** A list names the vacancies from the best to the worst. */
function placesOf(order: readonly number[]): readonly number[] {
  return order.map((_, vacancy) => order.indexOf(vacancy + 1) + 1);
}

function isPermutation(order: readonly number[]): boolean {
  return order.toSorted((a, b) => a - b).every((place, n) => place === n + 1);
}
