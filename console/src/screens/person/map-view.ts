/** The map of a person's surroundings: true distances and directions from the person outwards. */
import { geoAzimuthalEquidistant, geoDistance } from 'd3-geo';

export const MAP_WIDTH = 560;
export const MAP_HEIGHT = 340;
const EARTH_KM = 6371;
/** Share of the half height that the radius takes. */
const ROOM = 0.8;
const WIDEST_KM = 15_000;
const LEAST_KM = 5;
const EDGE = 10;

export interface MapPoint {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface MapView {
  readonly projection: ReturnType<typeof geoAzimuthalEquidistant>;
  /** Pixels of a kilometre. */
  readonly scale: number;
  readonly shown: readonly {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly km: number;
  }[];
  /** Points beyond the edge of the map. */
  readonly beyond: number;
}

export function kilometres(a: Omit<MapPoint, 'id'>, b: Omit<MapPoint, 'id'>): number {
  return geoDistance([a.longitude, a.latitude], [b.longitude, b.latitude]) * EARTH_KM;
}

/** Without a radius the map reaches as far as the farthest point. */
export function mapView(
  centre: Omit<MapPoint, 'id'>,
  radius: number | undefined,
  points: readonly MapPoint[],
): MapView {
  const farthest = Math.max(0, ...points.map((point) => kilometres(centre, point)));
  const reach = Math.min(WIDEST_KM, Math.max(LEAST_KM, radius ?? (farthest || 100)));
  const scale = ((MAP_HEIGHT / 2) * ROOM) / reach;
  const projection = geoAzimuthalEquidistant()
    .rotate([-centre.longitude, -centre.latitude])
    .scale(scale * EARTH_KM)
    .translate([MAP_WIDTH / 2, MAP_HEIGHT / 2])
    .clipAngle(Math.min(179, ((MAP_WIDTH / scale / EARTH_KM) * 180) / Math.PI))
    // A little beyond the edge, where the outline along the clip is not seen.
    .clipExtent([
      [-EDGE, -EDGE],
      [MAP_WIDTH + EDGE, MAP_HEIGHT + EDGE],
    ]);
  const shown = points.flatMap((point) => {
    const at = projection([point.longitude, point.latitude]);
    const inside =
      at !== null && at[0] >= 0 && at[0] <= MAP_WIDTH && at[1] >= 0 && at[1] <= MAP_HEIGHT ? at : null;
    return inside === null
      ? []
      : [{ id: point.id, x: inside[0], y: inside[1], km: kilometres(centre, point) }];
  });
  return { projection, scale, shown, beyond: points.length - shown.length };
}

/** The longest of 1, 2 and 5 times a power of ten that is at most a fifth of the map wide, in kilometres. */
export function scaleBar(scale: number): number {
  const most = MAP_WIDTH / 5 / scale;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power;
}

export interface MapDot {
  readonly x: number;
  readonly y: number;
  readonly km: number;
  readonly ids: readonly string[];
}

/** People at the same place share a dot. */
export function dotsOf(shown: MapView['shown']): readonly MapDot[] {
  const dots = new Map<string, MapDot>();
  for (const { id, x, y, km } of shown) {
    const key = `${Math.round(x / 3)},${Math.round(y / 3)}`;
    dots.set(key, { x, y, km, ids: [...(dots.get(key)?.ids ?? []), id] });
  }
  return [...dots.values()];
}
