import { Text } from '@mantine/core';

type NameTickProps = { x?: number | string; y?: number | string; name: string; width: number };

/** Room for two lines. */
const HEIGHT = 26;

/** A name beside its bar, cut off where it is too long: as text of SVG it would go on over the rest of the page. */
export function NameTick({ x = 0, y = 0, name, width }: NameTickProps) {
  return (
    <foreignObject x={Number(x) - width} y={Number(y) - HEIGHT / 2} width={width} height={HEIGHT}>
      <Text
        h={HEIGHT}
        style={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end' }}
        c="dimmed"
      >
        <Text
          span
          fz={12}
          lh={1.05}
          ta="right"
          lineClamp={2}
          dir="auto"
          style={{ overflowWrap: 'anywhere' }}
          title={name}
        >
          {name}
        </Text>
      </Text>
    </foreignObject>
  );
}
