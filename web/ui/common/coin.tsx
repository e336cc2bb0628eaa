interface CoinProps {
  size?: number | string
  className?: string
}

/**
 * The crel coin, for money: the mark's form in marigold on emerald. Beside amounts at text size, large where something
 * is celebrated.
 */
export function Coin({ size = '1em', className }: CoinProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      className={className}
      aria-hidden="true"
      style={inText}
    >
      <circle cx="10" cy="10" r="9.25" fill="#0b7255" />
      <circle cx="10" cy="10" r="8.9" fill="none" stroke="#fbb92e" strokeWidth=".9" strokeOpacity=".75" />
      <path
        d="M12.9 7a4.2 4.2 0 1 0 0 6"
        fill="none"
        stroke="#fbb92e"
        strokeWidth="2.3"
        strokeLinecap="round"
      />
      <circle cx="13.8" cy="10" r="1.45" fill="#fbb92e" />
    </svg>
  )
}

/** The points coin: a marigold star on a white face. Never beside crels. */
export function PointsCoin({ size = '1em', className }: CoinProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      className={className}
      aria-hidden="true"
      style={inText}
    >
      <circle cx="10" cy="10" r="8.6" fill="#fffdf7" stroke="#f0a30a" strokeWidth="1.6" />
      <path
        d="m10 4.6 1.6 3.4 3.7.5-2.7 2.6.7 3.7-3.3-1.8-3.3 1.8.7-3.7-2.7-2.6 3.7-.5z"
        fill="#f0a30a"
        stroke="#f0a30a"
        strokeWidth=".7"
        strokeLinejoin="round"
      />
    </svg>
  )
}

const inText = { display: 'inline-block', verticalAlign: '-0.14em', flex: 'none' } as const
