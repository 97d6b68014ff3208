/** Where checks report: the log of a gateway, or `outturn doctor`. */
export type Warnings = { warn(message: string): void };
