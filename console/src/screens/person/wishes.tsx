import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { schemasQuery, type UserRecord } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { FieldTable } from './field-table.tsx';
import { RangeBar } from './range-bar.tsx';
import { drawnPlaces, drawnRanges } from './wishes-drawn.ts';

const RadiusMap = lazy(async () => ({ default: (await import('./radius-map.tsx')).RadiusMap }));

interface Props {
  readonly record: UserRecord;
  /** Records of the people that this person would see; empty until they were asked for. */
  readonly others: readonly UserRecord[];
}

/** The person's wishes: drawn where possible, and in words. */
export function Wishes({ record, others }: Props) {
  const schemas = useQuery(schemasQuery);
  const schema = schemas.data?.find(({ domain }) => domain === record.domain);
  const pointsOf = (field: string) =>
    others.flatMap(({ user_id, places }) => {
      const place = places[field];
      return place === undefined ? [] : [{ id: user_id, latitude: place.lat, longitude: place.lon }];
    });
  const valuesOf = (field: string) =>
    others.map(({ fields }) => fields[field]).filter((value) => typeof value === 'number');
  return (
    <Panel title={text.person.preferences}>
      {drawnPlaces(record).map((place) => (
        <Suspense key={place.field} fallback={<Skeleton mb={16} style={{ aspectRatio: '560 / 372' }} />}>
          <RadiusMap place={place} others={pointsOf(place.field)} />
        </Suspense>
      ))}
      {drawnRanges(record, schema).map((range) => (
        <RangeBar key={range.field} range={range} values={valuesOf(range.field)} />
      ))}
      <FieldTable
        values={record.preferences}
        provenance={record.provenance.preferences}
        empty={text.person.noPreferences}
        clauses
      />
    </Panel>
  );
}
