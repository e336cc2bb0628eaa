import styles from './brands.module.css'

/** A brand's logo, or its letter in its colours. */
export function BrandTile({
  brand,
  isLarge = false,
}: {
  brand: { name: string; logoURL: string | null; colors: { base: string } }
  isLarge?: boolean
}) {
  const { name, logoURL, colors } = brand
  return (
    <span
      className={styles.tile}
      data-large={isLarge || undefined}
      aria-hidden
      style={logoURL === null ? { background: colors.base } : undefined}
    >
      {logoURL === null ? [...name][0]?.toUpperCase() : <img src={logoURL} alt="" />}
    </span>
  )
}
