/** Settings of jobs, of the models that they train, and of the mail that reports them. */
import { address, type Setting, text, wholeNumber } from '../setting.ts';
export const jobSettings = {
  jobWorkers: {
    variable: 'COUNTERPART_JOB_WORKERS',
    flag: '--job-workers',
    form: 'number',
    meaning:
      'Worker processes that the server starts for its jobs: 1, or 0 where `counterpart work` runs them. Batches of matches run in the server itself.',
    example: '1',
    schema: wholeNumber(0, 1).default(1),
  },
  jobMemoryMib: {
    variable: 'COUNTERPART_JOB_MEMORY',
    flag: '--job-memory',
    form: 'MiB',
    meaning: 'Heap memory of a job that runs in its own process; a job that needs more fails.',
    example: '2048',
    schema: wholeNumber(64, 1_000_000).default(2048),
  },
  jobsPerWorkspace: {
    variable: 'COUNTERPART_JOBS_PER_WORKSPACE',
    flag: '--jobs-per-workspace',
    form: 'number',
    meaning:
      'Jobs of one kind that run at once for one workspace, where a kind has so many slots. Left out: all slots of the kind but one, which another workspace can take at once; all of them on a server with one workspace.',
    example: '1',
    schema: wholeNumber(1, 1000).nullable().default(null),
  },
  trainingThreads: {
    variable: 'COUNTERPART_TRAINING_THREADS',
    flag: '--training-threads',
    form: 'number',
    meaning: 'Processor cores that the training of a sequence model may use at once.',
    example: '2',
    schema: wholeNumber(1, 256).default(2),
  },
  inferenceThreads: {
    variable: 'COUNTERPART_INFERENCE_THREADS',
    flag: '--inference-threads',
    form: 'number',
    meaning: 'Threads that run sequence models; each model is open in one of them.',
    example: '2',
    schema: wholeNumber(1, 64).default(1),
  },
  inferenceMemoryMib: {
    variable: 'COUNTERPART_INFERENCE_MEMORY',
    flag: '--inference-memory',
    form: 'MiB',
    meaning: 'Memory for open sequence models; the least recently used are closed when more would be needed.',
    example: '1024',
    schema: wholeNumber(16, 1_000_000).default(1024),
  },
  experimentMinutes: {
    variable: 'COUNTERPART_EXPERIMENT_MINUTES',
    flag: '--experiment-minutes',
    form: 'minutes',
    meaning: 'Time between two results of a running experiment.',
    example: '60',
    schema: wholeNumber(1, 1440).default(60),
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    flag: '--smtp-url',
    form: 'address',
    meaning: 'Mail server for notices about training runs; without it no mail is sent.',
    example: 'smtp://user:password@mail.example.com:587',
    schema: address(['smtp:', 'smtps:'], 'an smtp:// or smtps:// address').nullable().default(null),
    secret: true,
  },
  mailFrom: {
    variable: 'COUNTERPART_MAIL_FROM',
    flag: '--mail-from',
    form: 'address',
    meaning: 'Sender of those notices.',
    example: 'Counterpart <match@example.com>',
    schema: text(
      /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
      'a mail address, as in Counterpart <match@example.com>',
    ).default('Counterpart <counterpart@localhost>'),
  },
} as const satisfies Readonly<Record<string, Setting>>;
