import { DropZone } from '../../parts/drop-zone.tsx';
import { importText } from '../../text/en-import.ts';

interface Props {
  readonly onFile: (file: File) => void;
  readonly again?: boolean;
}

/** The button that chooses the file to import. `again`: a file is open, and another may be chosen. */
export function FileDrop({ onFile, again = false }: Props) {
  return (
    <DropZone
      onFile={onFile}
      label={again ? importText.another : importText.choose}
      hint={again ? undefined : importText.drop}
      variant={again ? 'default' : 'filled'}
      bare={again}
      accept=".xlsx,.parquet,.gz,.zst,.csv,.tsv,.tab,.txt,.ndjson,.jsonl,.json,.jsonld,.yaml,.yml,.xml,.rss,.atom,.html,.htm,text/csv,application/x-ndjson"
    />
  );
}
