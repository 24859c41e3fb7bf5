/**
 * Faults in the editor: a mark in the gutter, the line underlined. Both are for the eye: the list of faults
 * beside the editor says the same in words. Written here and not taken from @codemirror/lint, whose marks are
 * data: images, which the policy of the page forbids.
 */
import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';

export interface LineFault {
  readonly line: number;
  readonly message: string;
}

export const setFaults = StateEffect.define<readonly LineFault[]>();

class FaultMarker extends GutterMarker {
  readonly #message: string;

  constructor(message: string) {
    super();
    this.#message = message;
  }

  override eq(other: FaultMarker): boolean {
    return other.#message === this.#message;
  }

  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-fault-mark';
    mark.textContent = '!';
    mark.title = this.#message;
    return mark;
  }
}

interface Marks {
  readonly lines: DecorationSet;
  readonly gutter: RangeSet<GutterMarker>;
}

const none: Marks = { lines: Decoration.none, gutter: RangeSet.empty };
const faultLine = Decoration.line({ class: 'cm-fault-line' });

const marks = StateField.define<Marks>({
  create: () => none,
  update(before, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setFaults)) return marksOf(transaction.state, effect.value);
    if (!transaction.docChanged) return before;
    return { lines: before.lines.map(transaction.changes), gutter: before.gutter.map(transaction.changes) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

function marksOf({ doc }: EditorState, faults: readonly LineFault[]): Marks {
  const byLine = new Map<number, string[]>();
  for (const { line, message } of faults) {
    const at = Math.min(Math.max(1, line), doc.lines);
    byLine.set(at, [...(byLine.get(at) ?? []), message]);
  }
  const sorted = [...byLine].sort(([a], [b]) => a - b);
  const from = (line: number) => doc.line(line).from;
  return {
    lines: Decoration.set(sorted.map(([line]) => faultLine.range(from(line)))),
    gutter: RangeSet.of(sorted.map(([line, said]) => new FaultMarker(said.join('\n')).range(from(line)))),
  };
}

/** Its gutter keeps its width while there are no faults, so nothing moves. */
export const faultMarks: Extension = [
  marks,
  gutter({
    class: 'cm-fault-gutter',
    markers: (view) => view.state.field(marks).gutter,
    initialSpacer: () => new FaultMarker(''),
  }),
];
