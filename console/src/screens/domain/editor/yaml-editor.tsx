/**
 * The editor of definitions. It lives in a shadow root: there CodeMirror puts its styles into constructed
 * style sheets. In the document itself it would write a <style> element, which the policy of the page
 * forbids.
 */
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import styles from '../definition-tab.module.css';
import { editorTheme } from './editor-theme.ts';
import { faultMarks, type LineFault, setFaults } from './fault-marks.ts';
import { yaml } from './yaml-language.ts';

export interface EditorHandle {
  /** Moves the cursor to the place and the focus into the editor. Counted from 1. */
  readonly goTo: (line: number, column?: number) => void;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly faults: readonly LineFault[];
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<EditorHandle>;
}

/** Tab stays the key that leaves the editor; Ctrl+] and Ctrl+[ indent. */
const indentKeys = keymap.of([
  { key: 'Mod-]', run: indentMore },
  { key: 'Mod-[', run: indentLess },
]);

/** A dropped file is opened in place of the text; CodeMirror would also insert it. */
const leaveFiles = EditorView.domEventHandlers({
  drop: ({ dataTransfer }) => (dataTransfer?.files.length ?? 0) > 0,
});

/**
 * Text typed over a selection is inserted here. The browser would do so by moving elements about, to which it
 * gives style attributes, and the policy of the page refuses these.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const plain = view.state.selection.main.empty && !data?.includes('\n');
    if (inputType !== 'insertText' || data === null || plain || view.composing) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

export default function YamlEditor({ label, value, faults, onChange, ref }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const change = useRef(onChange);
  change.current = onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later values come by the effects below
  useEffect(() => {
    const element = host.current as HTMLDivElement;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const made = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          faultMarks,
          leaveFiles,
          history(),
          drawSelection(),
          highlightActiveLineGutter(),
          highlightSpecialChars(),
          bracketMatching(),
          indentUnit.of('  '),
          indentKeys,
          typeOverSelection,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          yaml,
          editorTheme,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: changedPart(editor.state.doc.toString(), value) });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: setFaults.of(faults) });
  }, [faults]);

  useImperativeHandle(ref, () => ({
    goTo(line, column = 1) {
      const editor = view.current;
      if (editor === null) return;
      const { from, to } = editor.state.doc.line(Math.min(Math.max(1, line), editor.state.doc.lines));
      const anchor = Math.min(from + column - 1, to);
      editor.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      editor.focus();
    },
  }));

  return <div ref={host} className={styles.editor} />;
}

/** Between the common beginning and the common end, so that the cursor stays. */
function changedPart(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let kept = 0;
  while (kept < shorter - from && before.at(-1 - kept) === after.at(-1 - kept)) kept++;
  return { from, to: before.length - kept, insert: after.slice(from, after.length - kept) };
}
