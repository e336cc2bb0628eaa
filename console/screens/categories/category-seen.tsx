import { languages, type Language } from '#contracts/languages.ts'
import type { CategoryText } from '#contracts/operator-categories.schemas.ts'
import { CategoryIcon } from './category-icon.tsx'
import styles from './categories.module.css'

/** A category as members see it, in each language that has a text. */
export function CategorySeen({
  icon,
  texts,
}: {
  icon: string
  texts: Partial<Record<Language, CategoryText>>
}) {
  return languages.map((language) => {
    const text = texts[language]
    if (!text || text.name.trim() === '') return null
    return (
      <div key={language} className={styles.seen} lang={language}>
        <b className={styles.name}>
          <CategoryIcon icon={icon} />
          <bdi>{text.name}</bdi>
        </b>
        <p className={styles.note}>{text.description}</p>
      </div>
    )
  })
}
