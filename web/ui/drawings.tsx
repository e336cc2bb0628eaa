import classes from './drawings.module.css'

/** The small drawings of empty, locked, lost and failed states: coins, arcs and one warm light. Decorative. */
export function Scene({ children }: { children: React.ReactNode }) {
  return (
    <svg className={classes.scene} viewBox="0 0 200 130" width="200" height="130" aria-hidden="true">
      <ellipse className={classes.ground} cx="100" cy="116" rx="74" ry="7" />
      {children}
    </svg>
  )
}

export interface DrawnCoin {
  x: number
  y: number
  r: number
  /** In degrees. */
  turn?: number
  /** Not there yet. */
  isGhost?: boolean
}

/** The crel coin's C at any place and size. */
export function C({ x, y, r, turn = 0, isGhost }: DrawnCoin) {
  return (
    <g
      transform={`translate(${x} ${y}) rotate(${turn}) scale(${r / 10})`}
      data-ghost={isGhost || undefined}
      className={classes.coin}
    >
      <circle r="9.5" />
      <path d="M2.9-3a4.2 4.2 0 1 0 0 6" />
      <circle className={classes.dot} cx="3.8" r="1.4" />
    </g>
  )
}

/** Something yours behind a lock whose body is the coin. */
export function LockDrawing() {
  return (
    <Scene>
      <path className={classes.shackle} d="M78 56V42a22 22 0 0 1 44 0v14" />
      <rect className={classes.body} x="62" y="52" width="76" height="60" rx="18" />
      <C x={100} y={82} r={21} />
      <path className={classes.spark} d="M150 34l5-8M156 46h9M46 34l-5-8" />
    </Scene>
  )
}

/** A coin in two halves: something broke on our side. */
export function BrokenDrawing() {
  return (
    <Scene>
      <g className={classes.halves}>
        <path d="M94 30a38 38 0 0 0 0 76l-8-18 10-14-12-16z" transform="rotate(-9 94 68)" />
        <path d="M108 30a38 38 0 0 1 0 76l-8-18 10-14-12-16z" transform="rotate(9 108 68)" />
      </g>
      <path className={classes.spark} d="M100 22v-12M76 24l-6-9M124 24l6-9" />
    </Scene>
  )
}
