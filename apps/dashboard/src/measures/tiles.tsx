import { SimpleGrid } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { Outputs } from '../api/client.ts';
import type { Filter } from '../where/filters.ts';
import { formatMeasureWithin, type Measure } from './measures.ts';
import { Tile } from './tile.tsx';

type Slice = Outputs['analytics']['slice'];
type TilesProps = {
  measures: readonly Measure[];
  totals: Slice['totals'];
  before: Slice['totals'];
  isCompared: boolean;
  isLoading: boolean;
  /** The filters of the figures, which then link to their records. */
  where?: readonly Filter[];
  /** For a single figure that matters most: as high as what is beside it. */
  isLarge?: boolean;
};

/** As long as $1,234,567.89; longer figures take the compact form. */
const MOST_CHARACTERS = 13;
/** Until a figure is this long, all have the largest size. */
const FEWEST_CHARACTERS = 8;
/** Pixels that a tile needs at least. */
const TILE = 168;
const GAP = 12;

export function Tiles({ measures, totals, before, ...looks }: TilesProps) {
  const texts = measures.map((measure) => formatMeasureWithin(measure, totals?.[measure], MOST_CHARACTERS));
  const characters = Math.max(FEWEST_CHARACTERS, ...texts.map(({ length }) => length));
  const count = measures.length;
  const tiles = measures.map((measure, index) => (
    <Tile
      key={measure}
      measure={measure}
      text={texts[index] ?? ''}
      value={totals?.[measure]}
      before={before?.[measure]}
      {...looks}
      // A part of the totals may come later than the others.
      isLoading={looks.isLoading || (totals !== undefined && !(measure in totals))}
    />
  ));
  const style = { '--characters': characters } as CSSProperties;
  if (looks.isLarge) return <div style={{ ...style, height: '100%' }}>{tiles}</div>;
  return (
    <SimpleGrid
      type="container"
      cols={{
        base: 1,
        [widthOf(2)]: 2,
        // Four tiles make two rows of two rather than one of three.
        ...(count !== 4 && { [widthOf(3)]: 3 }),
        [widthOf(count)]: count,
      }}
      spacing={GAP}
      style={style}
    >
      {tiles}
    </SimpleGrid>
  );
}

/** The width of a row of tiles. */
function widthOf(count: number): string {
  return `${count * (TILE + GAP) - GAP}px`;
}
