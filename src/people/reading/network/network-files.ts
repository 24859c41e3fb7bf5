/** The files of the network. */
import { fileURLToPath } from 'node:url';
import { InferenceSession } from 'onnxruntime-node';

export const networkFolder = new URL('../../../../models/reading-network/', import.meta.url);

export function openSession(name: string): Promise<InferenceSession> {
  return InferenceSession.create(fileURLToPath(new URL(`${name}.onnx`, networkFolder)), {
    executionProviders: ['cpu'],
    // A window is short: more threads only wait for each other.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
}
