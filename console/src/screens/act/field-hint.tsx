/** A field's description in the API's document, with its code as code. Defaults stand in the field itself. */
export function FieldHint({ text }: { readonly text: string }) {
  const shown = text.replaceAll(/\s*Default: `[^`]*`\./g, '').trim();
  // Every other piece stands between backticks.
  const pieces = shown.split('`').map((piece, n) => ({ piece, key: `${n}:${piece}`, isCode: n % 2 === 1 }));
  return pieces.map(({ piece, key, isCode }) =>
    isCode ? <code key={key}>{piece}</code> : <span key={key}>{piece}</span>,
  );
}
