export type Log = (line: string, level: 'info' | 'warn') => void;
