import type { ReactNode } from 'react'
import classes from './tutorial-drawings.module.css'

/** The drawings of the walk: emerald, marigold, and one thing that moves a little. Decorative. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.scene} viewBox="0 0 320 200" aria-hidden="true">
      <circle className={classes.halo} cx="160" cy="96" r="88" />
      <ellipse className={classes.ground} cx="160" cy="184" rx="112" ry="8" />
      {children}
    </svg>
  )
}

function Coin({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${r / 10})`} className={classes.coin}>
      <circle r="9.5" />
      <path d="M2.9-3a4.2 4.2 0 1 0 0 6" />
      <circle className={classes.dot} cx="3.8" r="1.4" />
    </g>
  )
}

/** A fan of campaigns, the first of them taken. */
export function JoinDrawing() {
  return (
    <Scene>
      <g transform="rotate(-13 110 120)">
        <rect className={classes.paper} x="62" y="44" width="92" height="120" rx="18" />
        <path className={classes.coral} d="M62 62a18 18 0 0 1 18-18h56a18 18 0 0 1 18 18v34H62z" />
      </g>
      <g transform="rotate(13 210 120)">
        <rect className={classes.paper} x="166" y="44" width="92" height="120" rx="18" />
        <path className={classes.sky} d="M166 62a18 18 0 0 1 18-18h56a18 18 0 0 1 18 18v34h-92z" />
      </g>
      <g className={classes.floats}>
        <rect className={classes.paper} x="104" y="24" width="112" height="146" rx="22" />
        <path className={classes.action} d="M104 46a22 22 0 0 1 22-22h68a22 22 0 0 1 22 22v44H104z" />
        <path className={classes.light} d="M104 78c26-26 48 6 74-14 16-12 26-12 38-8v34H104z" />
        <path className={classes.line} d="M122 110h60M122 126h42" />
        <rect className={classes.goldSoft} x="120" y="140" width="62" height="18" rx="9" />
        <Coin x={132} y={149} r={6.5} />
        <path className={classes.goldLine} d="M146 149h26" />
        <circle className={classes.badge} cx="212" cy="34" r="18" />
        <path className={classes.tick} d="M204 34l6 6 11-12" />
      </g>
    </Scene>
  )
}

/** A phone, and the link that goes out from it to three people. */
export function ShareDrawing() {
  return (
    <Scene>
      <path
        className={classes.way}
        d="M124 92c46-56 70-50 116-50M124 98c50-4 76 2 122 2M124 106c44 52 72 50 112 50"
      />
      <rect className={classes.action} x="52" y="26" width="84" height="146" rx="20" />
      <rect className={classes.paper} x="60" y="38" width="68" height="122" rx="12" />
      <rect className={classes.soft} x="68" y="48" width="52" height="40" rx="9" />
      <path className={classes.line} d="M70 102h48M70 114h32" />
      <rect className={classes.goldFull} x="68" y="126" width="52" height="22" rx="11" />
      <path
        className={classes.chain}
        d="M89 137h-4a4.5 4.5 0 0 0 0 9h4M99 137h4a4.5 4.5 0 0 1 0 9h-4M89 141.500h10"
        transform="translate(0 -4.5)"
      />
      {[
        [256, 42],
        [266, 100],
        [252, 156],
      ].map(([x, y], index) => (
        <g key={y} transform={`translate(${x} ${y})`}>
          <circle className={[classes.coralSoft, classes.goldSoft, classes.soft][index]} r="24" />
          <circle className={classes.head} cy="-5" r="8" />
          <path className={classes.head} d="M-14 17a14 12 0 0 1 28 0z" />
        </g>
      ))}
      <circle className={classes.click} cx="190" cy="51" r="7" />
      <circle className={classes.click} cx="196" cy="99" r="7" />
      <circle className={classes.click} cx="186" cy="148" r="7" />
    </Scene>
  )
}

/** A sale that waits out its date, and the wallet it falls into. */
export function EarnDrawing() {
  return (
    <Scene>
      <rect className={classes.paper} x="48" y="34" width="112" height="112" rx="20" />
      <path className={classes.coral} d="M48 54a20 20 0 0 1 20-20h72a20 20 0 0 1 20 20v12H48z" />
      <path className={classes.ring} d="M78 26v18M130 26v18" />
      {[84, 104, 124].flatMap((y) =>
        [68, 92, 116, 140].map((x) => (
          <circle
            key={`${x} ${y}`}
            className={y === 124 && x === 116 ? classes.day : classes.soft}
            cx={x}
            cy={y}
            r={y === 124 && x === 116 ? 9 : 6}
          />
        )),
      )}
      <path className={classes.way} d="M128 126c26 30 46-56 82-40" />
      <g className={classes.floats}>
        <Coin x={222} y={66} r={24} />
      </g>
      <path
        className={classes.action}
        d="M172 112a16 16 0 0 1 16-16h76a16 16 0 0 1 16 16v50a16 16 0 0 1-16 16h-76a16 16 0 0 1-16-16z"
      />
      <path className={classes.lightLine} d="M188 96h70" />
      <rect className={classes.paper} x="244" y="124" width="48" height="28" rx="14" />
      <circle className={classes.day} cx="260" cy="138" r="6" />
    </Scene>
  )
}

/** Crels against a banknote; points as the marks of days. */
export function WorthDrawing() {
  return (
    <Scene>
      <g className={classes.floats}>
        <Coin x={100} y={74} r={42} />
      </g>
      <path className={classes.swap} d="M150 62h24m-8-8 8 8-8 8M174 88h-24m8-8-8 8 8 8" />
      <g transform="rotate(7 232 76)">
        <rect className={classes.action} x="186" y="46" width="98" height="60" rx="12" />
        <circle className={classes.ghost} cx="235" cy="76" r="17" />
        <path className={classes.dollar} d="M241 70c-2-4-11-4-11 1 0 6 12 4 12 10 0 5-10 5-12 1M236 64v24" />
        <path className={classes.lightLine} d="M198 58h8M264 94h8" />
      </g>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <g key={day} transform={`translate(${76 + day * 28} 150)`}>
          <circle className={day < 5 ? classes.goldFull : classes.soft} r="11" />
          {day < 5 && <path className={classes.mark} d="M-4.500 0l3 3.200 6-6.400" />}
        </g>
      ))}
    </Scene>
  )
}
