/** Settings of how long exports, earlier versions of datasets and the audit log are kept. */
import { type Setting, wholeNumber } from '../setting.ts';

export const retentionSettings = {
  exportHours: {
    variable: 'COUNTERPART_EXPORT_HOURS',
    flag: '--export-hours',
    form: 'hours',
    meaning: 'How long the export of a dataset may be downloaded; after that its file is removed.',
    example: '24',
    schema: wholeNumber(1, 8760).default(1),
  },
  datasetVersions: {
    variable: 'COUNTERPART_DATASET_VERSIONS',
    flag: '--dataset-versions',
    form: 'number',
    meaning:
      'Newest versions of each name of a dataset that are kept; earlier ones are deleted as soon as nothing uses them. 0: all.',
    example: '10',
    schema: wholeNumber(0, 1_000_000).default(0),
  },
  datasetVersionDays: {
    variable: 'COUNTERPART_DATASET_VERSION_DAYS',
    flag: '--dataset-version-days',
    form: 'days',
    meaning:
      'Days after which a version of a dataset that is not the newest of its name is deleted, as soon as nothing uses it. 0: never.',
    example: '90',
    schema: wholeNumber(0, 36_500).default(0),
  },
  auditDays: {
    variable: 'COUNTERPART_AUDIT_DAYS',
    flag: '--audit-days',
    form: 'days',
    meaning: 'Days after which entries of the audit log are removed. 0: never.',
    example: '3650',
    schema: wholeNumber(0, 36_500).default(400),
  },
} as const satisfies Readonly<Record<string, Setting>>;
