/** Settings of imports from outside the data folder. */
import { z } from 'zod';
import { DEFAULT_UNPACKED_MIB, parseImportPrefixes } from '../../../contract/import-prefixes.ts';
import { type Setting, wholeNumber } from '../setting.ts';

/** The message of the parser is used, because it knows which of several prefixes is wrong. */
const importSources = z.string().transform((text, context) => {
  try {
    return parseImportPrefixes(text);
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `places such as https://host/path/ or s3://bucket/path/, with spaces between them; ${(error as Error).message}`,
    });
    return z.NEVER;
  }
});
export const importSettings = {
  importSources: {
    variable: 'COUNTERPART_IMPORT_SOURCES',
    flag: '--import-sources',
    form: 'places',
    meaning:
      'Places from which `source_uri` may import datasets, with spaces between them. Files below `imports/` of the data folder are always allowed.',
    example: 'https://data.example.com/exports/ s3://bucket/path/',
    schema: importSources.nullable().default(null),
  },
  unpackedMib: {
    variable: 'COUNTERPART_UNPACKED_LIMIT',
    flag: '--unpacked-limit',
    form: 'MiB',
    meaning:
      'Largest unpacked size of a compressed source (`.gz`). In any case, a file that unpacks to more than 64 MiB may not unpack to more than 250 times its size.',
    example: '131072',
    schema: wholeNumber(1, 16_777_216).default(DEFAULT_UNPACKED_MIB),
  },
} as const satisfies Readonly<Record<string, Setting>>;
