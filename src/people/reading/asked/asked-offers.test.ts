import { describe, expect, it } from 'vitest';
import { readingOf } from '../testing/reading-of-agents.ts';

describe('what the words around it ask for', () => {
  it('is asked for', async () => {
    const { fields } = await readingOf(
      'Our agent does bookkeeping for car dealers. Now we want clips, so: who does video generation?',
    );
    expect(fields).toMatchObject({ capabilities: ['accounting'], needs: ['video_generation'] });
  });

  it.each([
    ['that the reader may need', 'Need video generation? Our agent does it.'],
    ['of the writer', 'We do video generation; what we need is a partner.'],
  ])('stays an offer %s', async (_, text) => {
    const { fields } = await readingOf(text);
    expect(fields).toMatchObject({ capabilities: ['video_generation'] });
    expect(fields).not.toHaveProperty('needs');
  });

  it('is not offered as well', async () => {
    const { fields } = await readingOf(
      'Our agent does fraud detection for banks. Do revert if you are offering credit analysis, we need one financial analysis agent.',
    );
    expect(fields).toMatchObject({ capabilities: ['fraud_detection'], needs: ['financial_analysis'] });
  });
});

describe('an agent of the writer’s', () => {
  it.each([
    [
      'that is called ours',
      'Does anyone here have an agent that tests software? Ours writes python code all day.',
    ],
    [
      'before a condition',
      'What we are missing is software testing. Our agent writes code, and a player who has to wait longer than 150 ms is gone.',
    ],
  ])('is offered %s', async (_, text) => {
    const { fields } = await readingOf(text);
    expect(fields).toMatchObject({ capabilities: ['code_generation'], needs: ['software_testing'] });
  });
});
