/**
 * JSON Merge Patch (RFC 7396): null takes a member away, an object changes members, everything else replaces.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

function mergePatch(target: unknown, patch: unknown): unknown {
  return isObject(patch) ? mergeObject(isObject(target) ? target : {}, patch) : patch;
}

export function mergeObject(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
