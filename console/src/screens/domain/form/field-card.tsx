import { Accordion, Button } from '@mantine/core';
import { isSeq, type YAMLMap } from 'yaml';
import { text } from '../../../text/en.ts';
import type { Fault } from '../domain-queries.ts';
import { type FaultsOfEntry, faultsOfEntry } from './fault-places.ts';
import { FIELD_INPUTS, FieldInputs } from './field-inputs.tsx';
import styles from './form.module.css';
import type { FixedEntry, FormEntry } from './read-form.ts';
import { removeItem } from './set-list.ts';
import type { Editing } from './use-entry.ts';
import { breaksAlias } from './yaml-text.ts';

const words = text.domain.form;

interface Props extends Editing {
  readonly entry: FormEntry | FixedEntry;
  readonly faults: readonly Fault[];
  readonly isOpen: boolean;
  readonly onLine: (line: number) => void;
}

/** One field: its name and type, and below them its inputs when it is open. */
export function FieldCard({ entry, faults, isOpen, onLine, ...editing }: Props) {
  const { at, name, map } = entry;
  const own = faultsOfEntry(faults, 'fields', at, FIELD_INPUTS);
  const textAt = (key: string) => (map === null ? '' : String(editing.form.valueOf(map, key) ?? ''));
  return (
    <Accordion.Item value={String(at)}>
      <Accordion.Control>
        <span className={styles.title}>
          <strong>{name}</strong>
          <span>
            {[text.domain.kinds[textAt('kind')], textAt('format') || textAt('type')]
              .filter(Boolean)
              .join(', ')}
          </span>
          {own.count > 0 && <span className={styles.bad}>{words.faultsOf(own.count)}</span>}
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        {isOpen && (
          <div className={styles.card}>
            {map === null ? (
              <p className={styles.note}>{words.fixed}</p>
            ) : (
              <>
                {map.anchor !== undefined && <p className={styles.note}>{words.shared}</p>}
                <FieldInputs map={map} faults={own} {...editing} />
                <p className={styles.note}>{rulesNote(map)}</p>
              </>
            )}
            <OtherFaults faults={own} onLine={onLine} />
            <FieldActions entry={entry} onLine={onLine} {...editing} />
          </div>
        )}
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function FieldActions({ entry, source, form, onEdit, onLine }: Omit<Props, 'faults' | 'isOpen'>) {
  const removal = removeItem(source, form.fieldList, entry.at);
  const isReferredTo = breaksAlias(source, removal);
  return (
    <>
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={() => onLine(entry.line)}>
          {words.toYaml}
        </Button>
        {form.fields.length > 1 && !isReferredTo && (
          <Button size="xs" variant="default" onClick={() => onEdit([removal])}>
            {words.remove}
          </Button>
        )}
      </div>
      {isReferredTo && <p className={styles.note}>{words.referredTo}</p>}
    </>
  );
}

export function OtherFaults({
  faults,
  onLine,
}: {
  readonly faults: FaultsOfEntry;
  readonly onLine: (line: number) => void;
}) {
  if (faults.others.length === 0) return null;
  return (
    <ul className={styles.faults}>
      {faults.others.map(({ path, line, message }) => (
        <li key={`${line} ${path} ${message}`}>
          <button type="button" onClick={() => onLine(line)}>
            {text.domain.goToLine(line)}: {message}
          </button>
        </li>
      ))}
    </ul>
  );
}

function rulesNote(map: YAMLMap): string {
  const rules = map.get('extract', true);
  if (rules === undefined) return words.rules(0);
  if (!isSeq(rules)) return words.yamlOnly;
  return rules.items.length === 0 ? words.notRead : words.rules(rules.items.length);
}
