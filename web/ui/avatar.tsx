import { usePicture } from './common/use-picture.ts'
import classes from './avatar.module.css'
import { seedOf } from '#rules/seed.ts'

/**
 * A person's photo, or a kind face drawn from the name: the same name, the same face. Decorative: the name is beside it.
 */
export function Avatar({ name, url, size = 36 }: { name: string; url?: string | null; size?: number }) {
  const { isShown, watched } = usePicture(url)
  if (url && isShown)
    return (
      <img
        className={classes.avatar}
        style={{ width: size, height: size }}
        src={url}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        {...watched}
      />
    )
  return <Face seed={seedOf(name.trim().toLocaleLowerCase())} size={size} />
}

/** Ground, head and features; the features have at least 4.5:1 on the head. */
const palettes = [
  ['#ffd066', '#ff9d7a', '#3b1503'],
  ['#cdeedf', '#35a681', '#04231a'],
  ['#ffe3dc', '#fbb92e', '#3a2600'],
  ['#9fdcc3', '#ffd066', '#3a2600'],
  ['#d9e7ff', '#8fb4f5', '#0f2350'],
  ['#f6dcf0', '#e39ac9', '#441033'],
  ['#fff0cc', '#68c4a2', '#04231a'],
  ['#e6dcff', '#b39cf0', '#26124f'],
] as const

/** On 36 units, the face's middle at 0 0. */
const mouths = [
  'M-4 3.400a4.4 4.4 0 0 0 8 0',
  'M-3.2 3.600q3.2 2.6 6.4 0',
  'M-4.2 3h8.400a4.2 4.2 0 0 1-8.4 0z',
]
const closedEyes = 'M-6.6-.8q1.9-2.2 3.8 0M2.8-.8q1.9-2.2 3.8 0'
const tops = [
  '',
  'M-9-9.500c3-5 15-5 18 0-5-1.2-13-1.2-18 0z',
  'M-10-7c1-7 9-9 13-6 5 0 7 3 7 6-6-3-13-3-20 0z',
  'M0-11c-1-4 2-6 4-6-1 2 0 4-1 6z',
  'M-9-10l1-6 5 3M9-10l-1-6-5 3',
]

function Face({ seed, size }: { seed: number; size: number }) {
  const [ground, head, ink] = palettes[seed % palettes.length]!
  const at = (bits: number, of: number) => (seed >> bits) % of
  const turn = at(4, 25) - 12
  const mouth = at(9, mouths.length)
  return (
    <svg className={classes.avatar} viewBox="0 0 36 36" width={size} height={size} aria-hidden="true">
      <path fill={ground} d="M0 0h36v36H0z" />
      <g transform={`translate(${18 + at(12, 5) - 2} ${21 + at(15, 3)}) rotate(${turn})`}>
        <path fill={head} d="M-13 22V1a13 12.5 0 0 1 26 0v21z" />
        <path fill={ink} d={tops[at(18, tops.length)]} />
        {at(22, 4) === 0 ? (
          <path d={closedEyes} fill="none" stroke={ink} strokeWidth="1.7" strokeLinecap="round" />
        ) : (
          <path
            d="M-4.5-1v.01M4.5-1v.01"
            stroke={ink}
            strokeWidth={3 + at(25, 2) * 0.6}
            strokeLinecap="round"
          />
        )}
        <path
          d={mouths[mouth]}
          fill={mouth === 2 ? ink : 'none'}
          stroke={ink}
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  )
}
