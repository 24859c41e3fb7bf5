import adaptModel from 'counterpart-operation:adaptModel';
import scheduleRefits from 'counterpart-operation:scheduleRefits';
import { describe, expect, it } from 'vitest';
import { bodyOf, faultsOf, fieldsOf } from './form-body.ts';

const [recommender, retriever] = adaptModel.bodies;

describe('a form of an operation', () => {
  it('has the fields of the document, those of objects in their places', () => {
    const paths = fieldsOf(recommender!).map(({ path }) => path);
    expect(paths.slice(0, 4)).toEqual(['dataset_id', 'name', 'base_model_id', 'settings.width']);
    expect(paths).toContain('settings.events.kinds');
    expect(paths).not.toContain('architecture');
  });

  it('makes a body with the types of the document, and leaves empty fields out', () => {
    const typed = {
      dataset_id: 'ds_1',
      name: ' clicks ',
      'settings.width': '64',
      'settings.blend': 'false',
      'settings.learning_rate': '',
      'settings.events.kinds': 'view\n\nbuy ',
    };
    expect(bodyOf(recommender!, typed)).toEqual({
      dataset_id: 'ds_1',
      name: 'clicks',
      architecture: 'sequential-recommender',
      settings: { width: 64, blend: false, events: { kinds: ['view', 'buy'] } },
    });
    expect(bodyOf(retriever!, {})).toEqual({ architecture: 'generative-retriever' });
  });

  it('finds what the API would refuse', () => {
    const faults = faultsOf(recommender!, {
      dataset_id: 'ds 1',
      'settings.width': '7',
      'settings.blocks': '1.5',
      'settings.heads': 'many',
      'settings.learning_rate': '0',
      'settings.dropout': '0.5',
    });
    expect(Object.keys(faults).sort()).toEqual([
      'dataset_id',
      'name',
      'settings.blocks',
      'settings.heads',
      'settings.learning_rate',
      'settings.width',
    ]);
    expect(faultsOf(scheduleRefits.bodies[0]!, { every_hours: '24' })).toEqual({});
  });
});
