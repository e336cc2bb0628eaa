import classes from './letter-drawing.module.css'

/** A letter with the coin in it: the mail that is on its way. Decorative. */
export function LetterDrawing() {
  return (
    <svg className={classes.letter} viewBox="0 0 200 120" width="180" height="108" aria-hidden="true">
      <ellipse className={classes.ground} cx="100" cy="110" rx="70" ry="6" />
      <g className={classes.sheet}>
        <rect x="66" y="12" width="68" height="76" rx="10" />
        <circle className={classes.coin} cx="100" cy="42" r="19" />
        <path className={classes.c} d="M105.6 36.3a8.2 8.2 0 1 0 0 11.4" />
        <circle className={classes.dot} cx="107.4" cy="42" r="2.8" />
      </g>
      <path
        className={classes.back}
        d="M46 54a10 10 0 0 1 10-10h10v34l34 22 34-22V44h10a10 10 0 0 1 10 10v44a10 10 0 0 1-10 10H56a10 10 0 0 1-10-10z"
      />
      <path className={classes.fold} d="M50 104l37-30M150 104l-37-30M48 50l44 33a13 13 0 0 0 16 0l44-33" />
      <path className={classes.spark} d="M160 30l7-7M166 44h10M40 30l-7-7" />
    </svg>
  )
}
