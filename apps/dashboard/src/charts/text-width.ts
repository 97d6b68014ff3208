const FONT_SIZE = 12;

let context: CanvasRenderingContext2D | null | undefined;

/** The width of a text of a chart, in pixels. */
export function textWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * FONT_SIZE * 0.6;
  context.font = `${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

export function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}
