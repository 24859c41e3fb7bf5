/**
 * A model as a bundle that other programs can run: a tar.gz of `manifest.json`, the model's files as they are
 * stored, and `SHA256SUMS`. `model.onnx` encodes histories, `weights.safetensors` has the vectors of the
 * items, `catalogue.json` their ids in the order of the vectors. docs/reference/read-model-bundle.py reads
 * it. The bytes depend only on the model.
 */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { type BundleFile, bundleArchive, heldFile } from '../../../platform/artifacts/bundle-archive.ts';
import type { ModelFile } from '../../../platform/storage/model-store.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import { versionName } from '../adaptation/model-fields.ts';

const FORMAT = 'counterpart-model';
const FORMAT_VERSION = 1;

export function modelBundle(
  artifacts: Pick<ArtifactStore, 'read'>,
  model: ReadyModel,
): AsyncGenerator<Uint8Array> {
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(model), null, 1)}\n`);
  const files = model.made.files.map((file) => bundleFile(artifacts, file));
  return bundleArchive([heldFile('manifest.json', manifest), ...files]);
}

function manifestOf(model: ReadyModel) {
  const { made } = model;
  return {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    model_id: model.modelId,
    name: model.name,
    version: versionName(model),
    architecture: model.architecture,
    capabilities: made.capabilities,
    dataset_id: model.datasetId,
    base_model_id: model.baseModelId,
    tokenizer_id: made.tokenizerId,
    item_count: made.itemCount,
    max_history_items: made.maxHistoryItems,
    embedding_dimensions: made.embeddingDimensions,
    created_at: model.createdAt,
    ready_at: made.readyAt,
    evaluation: made.evaluation,
    files: made.files.map(({ part, bytes, sha256 }) => ({ name: part, bytes, sha256 })),
  };
}

function bundleFile(
  artifacts: Pick<ArtifactStore, 'read'>,
  { part, key, bytes, sha256 }: ModelFile,
): BundleFile {
  return { name: part, bytes, sha256, read: () => artifacts.read(key) };
}
