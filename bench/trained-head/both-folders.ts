/**
 * Two data folders with the same generated people and the same outcomes. In one the prior serves; in the
 * other a training run of the service has deployed a model. Complete folders are used again.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { worldFolder } from '../world/world-folder.ts';
import { servingModel, type TrainedModel, trainModel } from './train-model.ts';
import { writeOutcomes } from './write-outcomes.ts';

export type Side = 'prior' | 'trained';

export interface WantedFolders {
  readonly rows: number;
  /** The seekers, who are also the candidates, spread evenly over all people. */
  readonly deciding: number;
  readonly outcomes: number;
}

export interface BothFolders extends Readonly<Record<Side, string>> {
  /** The API key of the people's tenant, in both folders. */
  readonly key: string;
  readonly model: TrainedModel;
}

const NOTE = 'bench-trained-head.json';

export async function bothFolders(folder: string, wanted: WantedFolders): Promise<BothFolders> {
  const [note, prior, trained] = [join(folder, NOTE), join(folder, 'prior'), join(folder, 'trained')];
  if (existsSync(note)) {
    const { wanted: found, key, model } = JSON.parse(readFileSync(note, 'utf8')) as Note;
    if (JSON.stringify(found) === JSON.stringify(wanted)) return { prior, trained, key, model };
    throw new Error(
      `${folder} holds ${JSON.stringify(found)}; name another folder with --data, or delete it`,
    );
  }
  for (const side of [prior, trained]) rmSync(side, { recursive: true, force: true });
  const world = await worldFolder(prior, wanted.rows);
  await writeOutcomes(world, decidingPeople(wanted), wanted.outcomes);
  cpSync(prior, trained, { recursive: true });
  await trainModel({ ...world, data: trained });
  const model = await servingModel({ ...world, data: trained });
  const made: Note = { wanted, key: world.key, model };
  writeFileSync(note, JSON.stringify(made));
  return { prior, trained, key: world.key, model };
}

interface Note {
  readonly wanted: WantedFolders;
  readonly key: string;
  readonly model: TrainedModel;
}

/** Numbers of the people who decide. */
export function decidingPeople({
  rows,
  deciding,
}: Pick<WantedFolders, 'rows' | 'deciding'>): readonly number[] {
  return Array.from({ length: deciding }, (_, at) => Math.floor((at * rows) / deciding));
}
