import { languages } from '#contracts/languages.ts'
import type { BannerVersion } from '#contracts/operator-banner.schemas.ts'
import { languageWords } from '#console/ui/language-words.ts'
import styles from './banner.module.css'

/** What a banner says in each language that it is written in, and where it leads. */
export function BannerTexts({
  version: { texts, path },
}: {
  version: Pick<BannerVersion, 'texts' | 'path'>
}) {
  return (
    <>
      {languages.map(
        (language) =>
          texts[language] !== undefined && (
            <span key={language} className={styles.line} lang={language}>
              {languageWords[language]()}: <bdi>{texts[language]}</bdi>
            </span>
          ),
      )}
      {path !== null && <span className={styles.line}>{path}</span>}
    </>
  )
}
