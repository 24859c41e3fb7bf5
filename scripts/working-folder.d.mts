export function workingFolder(
  root: string,
  entry: string,
  environment?: NodeJS.ProcessEnv,
  cwd?: string,
): { readonly folder: string; readonly environment: { readonly COUNTERPART_DATA?: string } };
