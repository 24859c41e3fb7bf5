import { useRef, useState } from 'react';
import { actText } from '../../text/en-act.ts';
import type { Body, FieldSchema } from './api-operation.ts';
import { bodyOf, faultsOf, type Typed } from './form-body.ts';
import type { TypedForm } from './use-typed.ts';

export interface ArmForm {
  /** The same as long as the arm stands. */
  readonly key: number;
  readonly form: TypedForm;
  /** undefined: there may be no fewer. */
  readonly remove: (() => void) | undefined;
}

export interface ArmForms {
  readonly forms: readonly ArmForm[];
  readonly bodies: readonly Body[];
  /** undefined: there may be no more. */
  readonly add: (() => void) | undefined;
  readonly check: () => boolean;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

interface Arm {
  readonly key: number;
  readonly typed: Typed;
}

/** One form for each arm of an experiment; the first is the control. `names`: the first arms' names, in their order. */
export function useArms(schema: FieldSchema, names: readonly string[], { least, most }: Bounds): ArmForms {
  const next = useRef(least);
  const [arms, setArms] = useState<readonly Arm[]>(() =>
    Array.from({ length: least }, (_, key) => ({ key, typed: { name: names[key] ?? '' } })),
  );
  const [isSent, setSent] = useState(false);
  const shown = arms.slice(0, most);
  const faults = shown.map(({ typed }, at) => ({ ...faultsOf(schema, typed), ...sameName(shown, at) }));
  const add = () => {
    const key = next.current++;
    setArms((before) => [...before, { key, typed: { name: unusedName(before) } }]);
  };
  return {
    forms: shown.map(({ key, typed }, at) => ({
      key,
      form: {
        typed,
        body: bodyOf(schema, typed),
        faults: isSent ? faults[at]! : {},
        set: (path, value) =>
          setArms((before) =>
            before.map((arm) => (arm.key === key ? { key, typed: { ...arm.typed, [path]: value } } : arm)),
          ),
        check: () => Object.keys(faults[at]!).length === 0,
      },
      remove:
        shown.length > least && at > 0
          ? () => setArms((before) => before.filter((arm) => arm.key !== key))
          : undefined,
    })),
    bodies: shown.map(({ typed }) => bodyOf(schema, typed)),
    add: shown.length < most ? add : undefined,
    check: () => {
      setSent(true);
      return faults.every((own) => Object.keys(own).length === 0);
    },
  };
}

/** The fault of an arm that has the name of an earlier one. */
function sameName(arms: readonly Arm[], at: number): Readonly<Record<string, string>> {
  const name = arms[at]!.typed.name?.trim();
  const isSame = name !== '' && arms.slice(0, at).some(({ typed }) => typed.name?.trim() === name);
  return isSame ? { name: actText.sameName } : {};
}

/** `arm-3`, or the next one that no arm has. */
function unusedName(arms: readonly Arm[]): string {
  for (let n = arms.length + 1; ; n++)
    if (arms.every(({ typed }) => typed.name !== `arm-${n}`)) return `arm-${n}`;
}
