import { m } from '#console-messages'
import { languages } from '#contracts/languages.ts'
import type { CategoryVersion, OperatedCategory } from '#contracts/operator-categories.schemas.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { languageWords } from '#console/ui/language-words.ts'
import { Pill } from '#console/ui/pill.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { restoreAct } from './category-acts.tsx'
import { changedText } from './category-words.ts'
import styles from './categories.module.css'

/** Its texts as they were written. */
const textColumns = languages.flatMap((language) => {
  const words = { language: languageWords[language]() }
  return [
    [m.categories_name(words), ({ texts }: CategoryVersion) => texts[language]?.name],
    [m.categories_description(words), ({ texts }: CategoryVersion) => texts[language]?.description],
  ] as const
})

/** Every version of a category, the newest first: who made it, why, and what it changed. */
export function CategoryVersions({ category }: { category: OperatedCategory }) {
  const { versions, revision, slug } = category
  return (
    <Card heading={m.categories_versions()}>
      <Lines
        file={listFile(`category-versions-${slug}`, versions, [
          [m.table_file_time(), ({ setAt }) => setAt],
          [m.table_file_by(), ({ author }) => author],
          [m.table_file_reason(), ({ reason }) => reason],
          ...textColumns,
          [m.categories_icon(), ({ icon }) => icon],
          [m.categories_industries(), ({ industries }) => industries.join(' ')],
          [m.categories_retired(), ({ isRetired }) => isRetired],
        ])}
      >
        {versions.map((version, at) => (
          <Line
            key={version.revision}
            name={
              <>
                <bdi>{version.texts.en.name}</bdi>{' '}
                {version.revision === revision && <Pill tone="good">{m.categories_version_in_force()}</Pill>}{' '}
                {version.isRetired && <Pill tone="warn">{m.categories_retired()}</Pill>}
              </>
            }
            detail={
              <>
                <span className={styles.line}>
                  {m.categories_line_last({
                    author: version.author,
                    time: formatDateTime(version.setAt),
                    reason: version.reason ?? m.categories_version_first(),
                  })}
                </span>
                <span className={styles.line}>{changedText(version, versions[at + 1])}</span>
              </>
            }
            acts={
              <ActButton
                act={restoreAct(category)}
                row={version}
                idOf={() => String(version.revision)}
                nameOf={() => slug}
              />
            }
          />
        ))}
      </Lines>
    </Card>
  )
}
