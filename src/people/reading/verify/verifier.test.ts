import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { shippedVerifier, VerifierFile, verifierFile } from './verifier.ts';

const domain = shippedDomain('agent-to-agent')!;

describe('the verifier of agents', () => {
  it('has a valid file, whose labels are fields and values of the domain', () => {
    const file = VerifierFile.parse(JSON.parse(readFileSync(verifierFile('agent-to-agent'), 'utf8')));
    for (const { field: name, value } of file.labels) {
      const field = domain.fields.find((one) => one.name === name)!;
      if (typeof value === 'string') expect(field.values, name).toContain(value);
    }
    expect(shippedVerifier('dating')).toBeNull();
  });

  it('says the same of a text every time', async () => {
    const verifier = (await shippedVerifier('agent-to-agent'))!;
    const tokens = { ids: [101, 2057, 2338, 7599, 102], starts: [0, 0, 3, 8, 0], ends: [0, 2, 7, 15, 0] };
    const place = { words: [2, 4], sentence: [1, 4], kind: 1 } as const;
    const [first, second] = [await verifier.read(tokens, [place]), await verifier.read(tokens, [place])];
    expect(first).toEqual(second);
    expect(first.mentions).toHaveLength(1);
    expect(first.labels).toHaveLength(verifier.labels.length);
    expect((await verifier.read(tokens, [])).labels).toEqual(first.labels);
  });
});
