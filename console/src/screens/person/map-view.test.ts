import { expect, it } from 'vitest';
import { dotsOf, kilometres, MAP_HEIGHT, MAP_WIDTH, mapView, scaleBar } from './map-view.ts';

const lisbon = { latitude: 38.72, longitude: -9.14 };
const porto = { id: 'porto', latitude: 41.15, longitude: -8.61 };
const tokyo = { id: 'tokyo', latitude: 35.68, longitude: 139.69 };

it('measures distances on the sphere', () => {
  expect(kilometres(lisbon, porto)).toBeGreaterThan(270);
  expect(kilometres(lisbon, porto)).toBeLessThan(280);
});

it('puts the person in the middle and others at their true distance, north up', () => {
  const { projection, scale, shown, beyond } = mapView(lisbon, 300, [porto, tokyo]);
  expect(projection([lisbon.longitude, lisbon.latitude])).toEqual([
    expect.closeTo(MAP_WIDTH / 2, 6),
    expect.closeTo(MAP_HEIGHT / 2, 6),
  ]);
  expect(beyond).toBe(1);
  const [point] = shown;
  const pixels = Math.hypot(point!.x - MAP_WIDTH / 2, point!.y - MAP_HEIGHT / 2);
  expect(pixels / scale).toBeCloseTo(kilometres(lisbon, porto), 3);
  expect(point!.y).toBeLessThan(MAP_HEIGHT / 2);
});

it('reaches the farthest point where no radius is wished, also over the date line and from a pole', () => {
  const suva = { id: 'suva', latitude: -18.1, longitude: 178.4 };
  const apia = { id: 'apia', latitude: -13.8, longitude: -171.8 };
  expect(mapView(suva, undefined, [apia]).shown).toHaveLength(1);
  expect(mapView({ latitude: 90, longitude: 0 }, undefined, [suva]).shown).toHaveLength(1);
  expect(mapView(lisbon, undefined, [{ id: 'same', ...lisbon }]).shown[0]?.km).toBe(0);
});

it('draws a scale of a round length', () => {
  for (const scale of [0.01, 0.3, 1, 7.7, 40]) {
    const length = scaleBar(scale);
    expect(length * scale).toBeLessThanOrEqual(MAP_WIDTH / 5 + 1e-9);
    expect(length * scale).toBeGreaterThan(MAP_WIDTH / 5 / 2.6);
    expect([1, 2, 5]).toContain(Number(String(length.toExponential()).split('e')[0]));
  }
});

it('draws people at the same place as one dot', () => {
  const at = (id: string, x: number) => ({ id, x, y: 10, km: 3 });
  expect(dotsOf([at('a', 30), at('b', 30.2), at('c', 90)])).toEqual([
    { x: 30.2, y: 10, km: 3, ids: ['a', 'b'] },
    { x: 90, y: 10, km: 3, ids: ['c'] },
  ]);
});
