import { m } from '#console-messages'
import { languages } from '#contracts/languages.ts'
import type { FaqVersion, OperatedFaqEntry } from '#contracts/operator-faq.schemas.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { languageWords } from '#console/ui/language-words.ts'
import { Pill } from '#console/ui/pill.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { restoreAct } from './entry-acts.tsx'
import { changedText } from './faq-words.ts'
import styles from './faq.module.css'

/** Question and answer as they were written; empty where they were those of Crels. */
const textColumns = languages.flatMap((language) => {
  const words = { language: languageWords[language]() }
  return [
    [m.faq_question(words), ({ texts }: FaqVersion) => texts?.[language]?.question],
    [m.faq_answer(words), ({ texts }: FaqVersion) => texts?.[language]?.answer],
  ] as const
})

/** Every version of a question, the newest first: who made it, why, and what it changed. */
export function EntryVersions({ entry }: { entry: OperatedFaqEntry }) {
  const { versions, initial, revision } = entry
  return (
    <Card heading={m.faq_versions()}>
      {versions.length === 0 ? (
        m.faq_versions_none()
      ) : (
        <Lines
          file={listFile(`faq-versions-${entry.slug}`, versions, [
            [m.table_file_time(), ({ setAt }) => setAt],
            [m.table_file_by(), ({ author }) => author],
            [m.table_file_reason(), ({ reason }) => reason],
            [m.faq_file_shown(), ({ isShown }) => isShown],
            [m.faq_topic(), ({ topic }) => topic],
            ...textColumns,
          ])}
        >
          {versions.map((version, at) => (
            <Line
              key={version.id}
              name={
                <>
                  <bdi>{version.texts?.en.question ?? m.faq_version_initial()}</bdi>{' '}
                  {version.id === revision && <Pill tone="good">{m.faq_version_in_force()}</Pill>}{' '}
                  {!version.isShown && <Pill tone="warn">{m.faq_retired()}</Pill>}
                </>
              }
              detail={
                <>
                  <span className={styles.line}>
                    {m.faq_line_last({
                      author: version.author,
                      time: formatDateTime(version.setAt),
                      reason: version.reason,
                    })}
                  </span>
                  <span className={styles.line}>{changedText(version, versions[at + 1], initial)}</span>
                </>
              }
              acts={
                <ActButton
                  act={restoreAct(entry)}
                  row={version}
                  idOf={({ id }) => String(id)}
                  nameOf={() => entry.slug}
                />
              }
            />
          ))}
        </Lines>
      )}
    </Card>
  )
}
