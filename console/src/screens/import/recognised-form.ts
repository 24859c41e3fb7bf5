/** The known form of a file, and whether its records become people of a domain. */
import type { Form, FormFile } from 'counterpart-intake/forms/form.ts';
import { withRates } from 'counterpart-intake/mapping/with-rates.ts';
import { describeForm } from 'counterpart-intake/sources/find-form.ts';
import type { SourceReader } from 'counterpart-intake/sources/source-reader.ts';
import { type FileSchema, ratesOf } from './file-mapping.ts';

export interface RecognisedForm {
  readonly form: Form;
  /** «JSON Resume, 214 records → hiring candidates; 31 columns read, 4 left out» */
  readonly sentence: string;
  /** Why the records cannot be people of the domain by this form. null: they can. */
  readonly fault: string | null;
}

export async function recognisedForm(
  source: SourceReader,
  found: FormFile,
  schema: FileSchema,
): Promise<RecognisedForm> {
  return {
    form: found.form,
    sentence: await describeForm(source, found),
    fault: faultOf(found.form, schema),
  };
}

/** A domain of the workspace may have another field of this name. */
function faultOf(form: Form, schema: FileSchema): string | null {
  try {
    withRates(form, schema.domain, ratesOf(schema));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
