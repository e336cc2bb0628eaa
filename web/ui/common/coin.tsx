/** The crel coin, the mark's form in marigold: beside amounts at text size, large where something is celebrated. */
export function Coin({ size = '1em', className }: { size?: number | string; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      className={className}
      aria-hidden="true"
      style={{ display: 'inline-block', verticalAlign: '-0.14em', flex: 'none' }}
    >
      <circle cx="10" cy="10" r="9" fill="#fbb92e" />
      <circle cx="10" cy="10" r="9" fill="none" stroke="#8f5b00" strokeOpacity=".35" />
      <path
        d="M12.9 7a4.2 4.2 0 1 0 0 6"
        fill="none"
        stroke="#5b3900"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <circle cx="13.8" cy="10" r="1.4" fill="#5b3900" />
    </svg>
  )
}
