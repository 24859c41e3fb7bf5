/** The source of a file on the disk. */
import { openSource as openFileSource } from '../../../platform/intake/sources/open-source.ts';
import type { SourceFormat } from '../../../platform/intake/sources/source-formats.ts';
import type { SourceQuestion, SourceReader } from '../../../platform/intake/sources/source-reader.ts';
import { fileOnDisk } from './file-bytes.ts';

/** `file`: its path. */
type FileQuestion = Omit<SourceQuestion, 'file'> & { readonly file: string };

export async function openSource(format: SourceFormat, question: FileQuestion): Promise<SourceReader> {
  return openFileSource(format, { ...question, file: fileOnDisk(question.file) });
}
