import { categoryGlyph } from '#rules/category-glyphs.ts'
import styles from './categories.module.css'

/** What stands for a category, as members see it. */
export function CategoryIcon({ icon, size = 20 }: { icon: string; size?: number }) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={categoryGlyph(icon)} />
    </svg>
  )
}
