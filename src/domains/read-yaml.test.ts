import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../contract/errors.ts';
import { readYaml } from './read-yaml.ts';

const Schema = z.strictObject({
  title: z.string(),
  fields: z.array(z.strictObject({ name: z.string(), range: z.tuple([z.number(), z.number()]).optional() })),
});

function faultOf(source: string): ApiError {
  try {
    readYaml(source, Schema, 'domain.yaml');
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('was taken');
}

describe('readYaml', () => {
  it('parses YAML and JSON', () => {
    expect(readYaml('title: x\nfields:\n  - name: age', Schema, 'd').fields).toEqual([{ name: 'age' }]);
    expect(readYaml('{"title": "x", "fields": []}', Schema, 'd').title).toBe('x');
  });

  it.each([
    [
      'an ill-typed value',
      'title: x\nfields:\n  - name: age\n  - name: 7\n',
      'domain.yaml:4:5 fields[1].name',
    ],
    ['an unknown key', 'title: x\nfields:\n  - name: age\n    rnage: [1, 2]\n', 'domain.yaml:4:5 fields[0]'],
    [
      'a missing key, at its parent',
      'title: x\nfields:\n  - range: [1, 2]\n',
      'domain.yaml:3:5 fields[0].name',
    ],
    [
      'a value inside a list',
      'title: x\nfields:\n  - name: a\n    range: [1, b]\n',
      ':4:16 fields[0].range[1]',
    ],
    ['broken YAML', 'title: x\nfields: [\n', 'domain.yaml:3:1'],
  ])('reports the line of %s', (_, source, place) => {
    expect(faultOf(source).message).toContain(place);
  });

  it('lists every fault with its line in the details', () => {
    expect(faultOf('title: 1\nfields:\n  - name: 2').details).toMatchObject({
      issues: [
        { line: 1, column: 1, path: 'title' },
        { line: 3, column: 5, path: 'fields[0].name' },
      ],
    });
  });
});
