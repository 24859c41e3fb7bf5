/** Lets the finders of a field propose candidates: all its rules read the text, none ends the search. */
import type { FieldDefinition } from '../../../domains/field.ts';
import { type Findings, spanOf, type TextDocument } from '../document.ts';
import type { CompiledRule } from '../rules/compile-rule.ts';
import type { Finder, PreferenceCandidate, ValueCandidate } from './candidate.ts';
import { firstChoiceOf, valueForField } from './combine-findings.ts';

export type SideTest = (sides: readonly string[] | undefined) => boolean;

/**
 * Vectors and quantities are the costliest evidence. Prototypes are only used where no earlier rule is at
 * least so confident, and number rules where no earlier number rule is.
 */
const CONFIDENT_ENOUGH = 0.75;
const none = new Float64Array(0);

export interface Proposed {
  readonly values: readonly ValueCandidate[];
  readonly preferences: readonly PreferenceCandidate[];
}

const nothing: Proposed = { values: [], preferences: [] };

/**
 * Answers at once unless a finder waits for vectors: to wait for each field would cost more than to read it.
 */
export function proposeCandidates(
  document: TextDocument,
  field: FieldDefinition,
  rules: readonly CompiledRule[],
  isForSide: SideTest,
): Proposed | Promise<Proposed> {
  const steps = propose(document, field, rules, isForSide);
  const step = steps.next();
  return step.done === true ? step.value : finish(steps, step.value);
}

type Steps = Generator<Promise<Findings>, Proposed, Findings>;

async function finish(steps: Steps, first: Promise<Findings>): Promise<Proposed> {
  let step = steps.next(await first);
  while (step.done !== true) step = steps.next(await step.value);
  return step.value;
}

/** Yields the promises to wait for. */
function* propose(
  document: TextDocument,
  field: FieldDefinition,
  rules: readonly CompiledRule[],
  isForSide: SideTest,
): Steps {
  const collected = new Collected(document, field);
  for (let position = 0; position < rules.length; position++) {
    const { rule, find } = rules[position]!;
    if (!isForSide(rule.sides)) continue;
    const isSkipped =
      (rule.rule === 'prototype' && collected.isSettled()) ||
      (rule.rule === 'phrases' && rule.fallback !== false && collected.hasValue(rule.fallback)) ||
      (rule.rule === 'number' && collected.isSettled('number'));
    if (rule.gives === 'preference' || !isSkipped) {
      const found = find(document, false);
      collected.add(found instanceof Promise ? yield found : found, rule, position);
    }
    // The place rule gives its distances with its values.
    if (rule.wish_gives_preference && rule.rule !== 'place') {
      const found = find(document, true);
      collected.addPreferences(found instanceof Promise ? yield found : found, rule, position);
    }
  }
  return collected.done();
}

class Collected {
  readonly #document: TextDocument;
  readonly #field: FieldDefinition;
  readonly #values: ValueCandidate[] = [];
  readonly #preferences: PreferenceCandidate[] = [];

  constructor(document: TextDocument, field: FieldDefinition) {
    this.#document = document;
    this.#field = field;
  }

  /** `leavesOpen`: whether a value was found beside those that leave the field open. */
  hasValue(leavesOpen: true | readonly string[]): boolean {
    if (leavesOpen === true) return this.#values.length > 0;
    return this.#values.some(({ value }) => !leavesOpen.includes(String(value)));
  }

  /** `by`: whether one of these finders was confident. */
  isSettled(by?: Finder): boolean {
    return this.#values.some(
      ({ finder, finding }) => finding.confidence >= CONFIDENT_ENOUGH && (by === undefined || finder === by),
    );
  }

  add(found: Findings, rule: CompiledRule['rule'], position: number): void {
    if (rule.gives === 'preference') {
      this.addPreferences(found, rule, position);
      return;
    }
    const field = this.#field;
    for (const finding of found.values) {
      const value = valueForField(field, finding.value);
      if (value === null) continue;
      const common = this.#common(rule, position);
      this.#values.push({ ...common, kind: 'value', value, finding, span: spanOf(this.#document, finding) });
    }
    if (rule.rule === 'place' && rule.wish_gives_preference) this.addPreferences(found, rule, position);
  }

  addPreferences({ foundPreferences }: Findings, rule: CompiledRule['rule'], position: number): void {
    for (const finding of foundPreferences) {
      const { preference } = finding;
      const common = this.#common(rule, position);
      const span = spanOf(this.#document, finding);
      this.#preferences.push({ ...common, kind: 'preference', preference, finding, span });
    }
  }

  #common(rule: CompiledRule['rule'], position: number) {
    return {
      field: this.#field,
      finder: rule.rule,
      rule: position,
      isSided: this.#field.sides !== undefined || rule.sides !== undefined,
      isFirstChoice: false,
      features: none,
      probability: 0,
    };
  }

  done(): Proposed {
    if (this.#values.length === 0 && this.#preferences.length === 0) return nothing;
    markFirstChoices(this.#document, this.#field, this.#values, this.#preferences);
    return { values: this.#values, preferences: this.#preferences };
  }
}

/**
 * Marks the choice of the rules alone: the most confident candidate of the first rule that finds something.
 * In a set it is all candidates of that rule, and those of later `phrases` rules.
 */
function markFirstChoices(
  document: TextDocument,
  field: FieldDefinition,
  values: readonly ValueCandidate[],
  preferences: readonly PreferenceCandidate[],
): void {
  const rule = values[0]?.rule;
  const ofRule = values.filter((candidate) => candidate.rule === rule);
  const chosen = firstChoiceOf(
    document,
    field,
    ofRule.map(({ finding }) => finding),
  );
  for (const candidate of values) {
    const isOfSet = field.multiple && (candidate.rule === rule || candidate.finder === 'phrases');
    if (isOfSet || candidate.finding === chosen) candidate.isFirstChoice = true;
  }
  let best = 0;
  for (const { finding } of preferences) best = Math.max(best, finding.confidence);
  for (const candidate of preferences) {
    if (candidate.finding.confidence === best) candidate.isFirstChoice = true;
  }
}
