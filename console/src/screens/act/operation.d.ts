declare module 'counterpart-operation:*' {
  const operation: import('./api-operation.ts').ApiOperation;
  export default operation;
}
