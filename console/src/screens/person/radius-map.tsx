import { useQuery } from '@tanstack/react-query';
import { geoPath } from 'd3-geo';
import { text } from '../../text/en.ts';
import { loadLand } from './load-land.ts';
import { dotsOf, MAP_HEIGHT, MAP_WIDTH, type MapPoint, mapView, scaleBar } from './map-view.ts';
import styles from './radius-map.module.css';
import type { DrawnPlace } from './wishes-drawn.ts';

interface Props {
  readonly place: DrawnPlace;
  /** The people that this person would see. */
  readonly others: readonly MapPoint[];
}

/** The person's place, the wished radius and the others on a map that needs no server of maps. */
export function RadiusMap({ place, others }: Props) {
  const land = useQuery({ queryKey: ['land'], queryFn: loadLand, staleTime: Number.POSITIVE_INFINITY });
  const { projection, scale, shown, beyond } = mapView(place, place.radius, others);
  const path = geoPath(projection);
  const bar = scaleBar(scale);
  const centre = { cx: MAP_WIDTH / 2, cy: MAP_HEIGHT / 2 };
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.map}
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
        role="img"
        aria-label={text.person.mapOf(place.name, place.radius, shown.length)}
      >
        <rect width={MAP_WIDTH} height={MAP_HEIGHT} className={styles.sea} />
        {land.data && (
          <>
            <path d={path(land.data.land) ?? undefined} className={styles.land} />
            <path d={path(land.data.borders) ?? undefined} className={styles.border} />
          </>
        )}
        {place.radius !== undefined && (
          <circle {...centre} r={place.radius * scale} className={styles.radius} />
        )}
        {dotsOf(shown).map(({ x, y, km, ids }) => (
          <circle key={ids[0]} cx={x} cy={y} r={3.5 + Math.sqrt(ids.length)} className={styles.other}>
            <title>{text.person.mapPoint(ids.join(', '), km)}</title>
          </circle>
        ))}
        <circle {...centre} r="6" className={styles.person}>
          <title>{place.name}</title>
        </circle>
        <g transform={`translate(14 ${MAP_HEIGHT - 16})`} className={styles.scale}>
          <path d={`M0 -5V0H${bar * scale}V-5`} />
          <text x={bar * scale + 8} y="1">
            {text.person.km(bar)}
          </text>
        </g>
      </svg>
      <figcaption className={styles.caption}>
        {text.person.mapCaption(place.name, place.radius)}
        {beyond > 0 && ` ${text.person.mapBeyond(beyond)}`}
      </figcaption>
    </figure>
  );
}
