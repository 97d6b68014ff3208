export type LineLook = { color: string; isDashed?: boolean | undefined };

/** How a line looks, for legends and tooltips. */
export function LineSwatch({ color, isDashed }: LineLook) {
  return (
    <svg width={14} height={10} aria-hidden style={{ flexShrink: 0 }}>
      {isDashed ? (
        <line x1={0} y1={5} x2={14} y2={5} stroke={color} strokeWidth={2} strokeDasharray="4 3" />
      ) : (
        <rect x={2} width={10} height={10} rx={2} fill={color} />
      )}
    </svg>
  );
}
