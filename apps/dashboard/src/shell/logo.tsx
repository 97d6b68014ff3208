import { Group, Image, Text } from '@mantine/core';

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <Image src="/favicon.svg" alt="" w={28} h={28} />
      <Text fw={700} size="lg" component="span">
        Outturn
      </Text>
    </Group>
  );
}
