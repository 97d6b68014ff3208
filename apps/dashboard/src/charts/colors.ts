/** Lines that can be told apart, also by most people who see fewer colours. */
export const lineColors = [
  'indigo.6',
  'orange.6',
  'teal.6',
  'pink.6',
  'cyan.6',
  'yellow.7',
  'grape.6',
  'lime.7',
  'red.6',
  'gray.6',
] as const;
