import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { framesOf, selfTimes } from './frame.ts';
import { type CpuProfile, readProfile, totalUs } from './read-profile.ts';
import { stageOf } from './stage-of.ts';
import { writeFlameGraph } from './write-flame-graph.ts';

const own = (path: string) => pathToFileURL(join(import.meta.dirname, '..', '..', path)).href;
const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url, lineNumber: 9 },
  children,
});

const profile: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 3, 5]),
    node(2, '(idle)', ''),
    node(3, 'run', own('src/matching/match/stages/light-ml.ts'), [4]),
    node(4, 'a<b', own('src/matching/index/top-positions.ts')),
    node(5, '', 'node:_http_server'),
  ],
  startTime: 1000,
  samples: [2, 4, 3, 4, 5, 2],
  timeDeltas: [0, 100, 200, 300, 50, 100],
};
const all = { from: 0, to: Number.POSITIVE_INFINITY };

it('a sample stands for the time until the next one', () => {
  const root = readProfile(profile, all);
  const [idle, run, http] = root.calls;
  expect(idle!.selfUs).toBe(100);
  expect(run!.selfUs).toBe(300);
  expect(run!.calls[0]).toMatchObject({
    name: 'a<b',
    file: 'src/matching/index/top-positions.ts',
    line: 10,
    selfUs: 250,
  });
  expect(http).toMatchObject({ name: '(anonymous)', file: 'node:_http_server', selfUs: 100 });
  expect(totalUs(root)).toBe(750);
});

it('only samples within the window count', () => {
  expect(totalUs(readProfile(profile, { from: 1100, to: 1600 }))).toBe(500);
});

it('the outermost call that has a part names it', () => {
  const call = (file: string, name = 'f') => ({ name, file });
  expect(
    stageOf([
      call('src/matching/match/run-pipeline.ts'),
      call('src/matching/match/stages/light-ml.ts'),
      call('src/matching/index/a.ts'),
    ]),
  ).toBe('light_ml');
  expect(stageOf([call('node:net'), call('src/platform/storage/sqlite/a.ts')])).toBe('reads of the store');
  expect(stageOf([call('node:net'), call('node_modules/fastify/lib/reply.js')])).toBe('HTTP');
  expect(stageOf([call('src/matching/match/create-match-service.ts')])).toBe('match, between the stages');
  expect(stageOf([call('', '(garbage collector)')])).toBe('garbage collection');
});

it('frames add up by part, and leave idle time out', () => {
  const frames = framesOf(readProfile(profile, all));
  expect(frames.totalUs).toBe(650);
  expect([...frames.frames.values()].map(({ name, totalUs }) => [name, totalUs])).toEqual([
    ['light_ml', 550],
    ['HTTP', 100],
  ]);
  expect(selfTimes(frames).get('a<b src/matching/index/top-positions.ts:10')).toBe(250);
});

it('the width of a frame is its time, and thin frames are left out', () => {
  const frames = framesOf(readProfile(profile, all));
  const svg = writeFlameGraph(frames, { title: 'a & b', unit: 'ms', unitUs: 1000 });
  expect(svg).toContain('a &amp; b');
  expect(svg).toContain('<title>a&lt;b, src/matching/index/top-positions.ts:10, 0.250 ms, 38.5 %</title>');
  expect(svg).toMatch(/<rect x="0\.0" y="\d+" width="1200\.0"/);
  expect(svg).toMatch(/width="461\.5"/);
  frames.frames.get('HTTP ')!.totalUs = 0.5;
  expect(writeFlameGraph(frames, { title: '', unit: 'ms', unitUs: 1000 })).not.toContain('<title>HTTP');
});
