import type { Logger } from 'pino';

/** Milliseconds. */
const TOLERANCE = 1_000;

export function isDeviation(offset: number): boolean {
  return Math.abs(offset) > TOLERANCE;
}

export function describeDeviation(offset: number): string {
  const seconds = (Math.abs(offset) / 1000).toFixed(1);
  const how = offset > 0 ? 'behind' : 'ahead of';
  return `This machine's clock is ${seconds} s ${how} the database's. Ids and default times take the database's. Synchronise both machines (NTP).`;
}

/** Logs when this machine's clock begins and ceases to differ from the database's. */
export function createClockLog(logger: Pick<Logger, 'info' | 'warn'>): (offset: number) => void {
  let wasDeviant = false;
  return (offset) => {
    const isDeviant = isDeviation(offset);
    if (isDeviant && !wasDeviant) logger.warn(describeDeviation(offset));
    if (!isDeviant && wasDeviant) logger.info("This machine's clock agrees with the database's again.");
    wasDeviant = isDeviant;
  };
}
