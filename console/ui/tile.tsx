import styles from './tile.module.css'

/** A picture on a small tile, or the first letter of its name on a ground. Decorative: the name is beside it. */
export function Tile({
  name,
  url,
  ground,
  size,
}: {
  name: string
  url: string | null
  /** A CSS background. */
  ground?: string | undefined
  /** Of a page about it alone; as high as a line of a table without. */
  size?: 'square' | 'wide' | undefined
}) {
  return (
    <span
      className={styles.tile}
      data-size={size}
      aria-hidden
      style={ground === undefined ? undefined : { background: ground }}
    >
      {url === null ? [...name][0]?.toUpperCase() : <img src={url} alt="" />}
    </span>
  )
}
