import { useId } from 'react'
import { icon } from '#web/ui/icon.tsx'

/** A snow crystal: a freeze, and a date that one covered. */
export const SnowIcon = icon(
  <path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5" />,
)

/** The flame of a streak; grey while there is none. Decorative: the number of days is beside it. */
export function Flame({ size, isLit, className }: { size: number; isLit: boolean; className?: string }) {
  const id = useId()
  return (
    <svg viewBox="0 0 64 76" width={(size * 64) / 76} height={size} className={className} aria-hidden="true">
      {isLit && (
        <linearGradient id={id} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#f0462a" />
          <stop offset="1" stopColor="#ff8a4c" />
        </linearGradient>
      )}
      <path
        d="M34 2c3 12 24 20 24 43a26 26 0 0 1-52 0c0-11 5.500-17.500 11.500-23.500C19 28 22 32 26 33c1-11 1-21 8-31z"
        fill={isLit ? `url(#${id})` : 'var(--line)'}
      />
      <path
        d="M33 36c1.500 6 11 9.500 11 19a12 12 0 0 1-24 0c0-5.500 3-8.500 5.500-11.500 1 3.500 2.500 5 4.500 5.500.5-5 .5-8.500 3-13z"
        fill={isLit ? '#ffd066' : 'var(--sunken)'}
      />
    </svg>
  )
}
