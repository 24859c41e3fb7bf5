import type { Tensor } from 'onnxruntime-node';

/** L labels, K kinds. */
export interface NameTables {
  /** [L, 384], [L, 192], [L, 192], [L] */
  readonly queries: Tensor;
  readonly gates: Tensor;
  readonly said: Tensor;
  readonly biases: Tensor;
  /** [K, 128], [K, 256] */
  readonly kindSaid: Tensor;
  readonly kindGates: Tensor;
}
