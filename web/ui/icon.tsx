import type { ReactNode } from 'react'

/**
 * An icon of the house: 2 px round strokes on 24, in the colour of the text around it. One that points forwards or back
 * is mirrored where texts are written from right to left (`theme/base.css`).
 */
export function icon(children: ReactNode, points?: 'along') {
  return function Icon({ size = 24, className }: { size?: number; className?: string }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        className={className}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        data-points={points}
        style={{ flex: 'none' }}
      >
        {children}
      </svg>
    )
  }
}
