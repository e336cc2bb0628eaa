import { encode } from 'uqr'

/** A text as a QR code, drawn as one shape. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text)
  const shape = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <path d={shape} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}
