import { SimpleGrid } from '@mantine/core';
import type { Outputs } from '../api/client.ts';
import type { Measure } from './measures.ts';
import { Tile } from './tile.tsx';

type Slice = Outputs['analytics']['slice'];
type TilesProps = {
  measures: readonly Measure[];
  totals: Slice['totals'];
  before: Slice['totals'];
  isCompared: boolean;
  isLoading: boolean;
};

export function Tiles({ measures, totals, before, isCompared, isLoading }: TilesProps) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, xl: measures.length }} spacing="sm">
      {measures.map((measure) => (
        <Tile
          key={measure}
          measure={measure}
          value={totals?.[measure]}
          before={before?.[measure]}
          isCompared={isCompared}
          isLoading={isLoading}
        />
      ))}
    </SimpleGrid>
  );
}
