import { Skeleton } from '@mantine/core';

/** The choices, the tabs and the first panel, in their final sizes. */
export function DomainSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton h={62} mb={16} maw={520} />
      <Skeleton h={37} mb={16} />
      <Skeleton h={560} radius="md" />
    </div>
  );
}
