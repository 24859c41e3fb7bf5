export { Call, type WholeAnswer } from './call.ts';
export { Counterpart, type RawRequest } from './client.ts';
export type {
  AnyDomain,
  CommonFilters,
  CommonPreferences,
  DistanceFilter,
  DomainTypes,
  Match,
  NumberFilter,
  PatchUser,
  Place,
  UpsertUser,
  User,
  Users,
  ValueFilter,
} from './domain.ts';
export type { ErrorCode, ErrorDetails, Issue } from './error-details.ts';
export {
  ApiError,
  ConnectionError,
  CounterpartError,
  JobFailedError,
  TimeoutError,
  TrainingFailedError,
  UploadError,
} from './errors.ts';
export { ndjson, type Source } from './ndjson.ts';
export type { OperationId } from './operations.generated.ts';
export type { CallOptions, ClientOptions, LogEvent } from './options.ts';
export { List, type Page } from './page.ts';
export type { WaitOptions } from './poll.ts';
export type { StoredUser, UpsertManyOptions } from './resources/users.ts';
export type * as wire from './types.generated.ts';
export type { Refusal, UploadOptions, UploadProgress } from './upload.ts';
export { keepsDigits, keyOfWrittenNumber, parseJson, WrittenNumber } from './written-number.ts';
