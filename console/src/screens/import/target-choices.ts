import {
  givenFields,
  isGeo,
  keyOfTarget,
  preferenceTargets,
  type Target,
} from 'counterpart-intake/guess/column-target.ts';
import { words } from '../../parts/words.ts';
import { importText } from '../../text/en-import.ts';
import type { FileSchema } from './file-mapping.ts';

/** Everything that a column of this name may become, as groups of a list of choices. */
export function targetChoices({ fields }: FileSchema, column: string) {
  const { targets } = importText;
  // The name of a field cannot be kept beside the field.
  const mayKeep =
    column.trim() !== '' && column !== '__proto__' && !fields.some(({ name }) => name === column);
  const plain: readonly (readonly [Target, string])[] = [
    [{ to: 'ignore' }, targets.ignore],
    [{ to: 'id' }, targets.id],
    [{ to: 'text' }, targets.text],
    ...(mayKeep ? [[{ to: 'extra' }, targets.extra] as const] : []),
  ];
  const own = givenFields(fields).map(
    ({ name, required }) =>
      [{ to: 'field', field: name }, required ? targets.required(words(name)) : words(name)] as const,
  );
  const coordinates = givenFields(fields)
    .filter(isGeo)
    .flatMap(({ name }) =>
      (['lat', 'lon'] as const).map(
        (part) => [{ to: 'coordinate', field: name, part }, targets[part](words(name))] as const,
      ),
    );
  const wishes = fields.flatMap((field) =>
    preferenceTargets(field).map((target) => {
      const name = words(field.name);
      if (isGeo(field)) return [target, targets.within(name)] as const;
      const part = target.to === 'preference' ? target.part : undefined;
      return [
        target,
        part === 'gte' ? targets.from(name) : part === 'lte' ? targets.to(name) : name,
      ] as const;
    }),
  );
  return [
    { group: targets.groupPlain, items: plain.map(choice) },
    { group: targets.groupFields, items: [...own, ...coordinates].map(choice) },
    ...(wishes.length > 0 ? [{ group: targets.groupWishes, items: wishes.map(choice) }] : []),
  ];
}

function choice([target, label]: readonly [Target, string]) {
  return { value: keyOfTarget(target), label };
}
