import { Button } from '@mantine/core'
import { m } from '#console-messages'
import type { CodesResult } from '#contracts/operator-shop.schemas.ts'
import { formatNumber } from '#console/ui/format.ts'
import { csvOf, saveFile } from '#console/ui/table/csv.ts'
import styles from './shop.module.css'

const shownMax = 5

/** What importing a text brings, and its lines that bring nothing: in a file, with what stands in them. */
export function RefusedLines({ slug, text, found }: { slug: string; text: string; found: CodesResult }) {
  const { imported, duplicates, invalid, refused } = found
  const count = duplicates + invalid
  const save = () => {
    const lines = text.split(/\r\n|\r|\n/)
    const rows = refused.map(({ line, why }) => [line, why, lines[line - 1] ?? ''])
    saveFile(
      `${slug}-refused.csv`,
      csvOf([m.shop_codes_column_line(), m.shop_codes_column_why(), m.shop_codes_column_text()], rows),
    )
  }
  return (
    <div role="status">
      <p className={styles.lead}>
        {m.shop_codes_counts({
          new: formatNumber(imported),
          duplicates: formatNumber(duplicates),
          invalid: formatNumber(invalid),
        })}
      </p>
      {imported === 0 && <p className={styles.note}>{m.shop_codes_none()}</p>}
      {count > 0 && (
        <>
          <ul className={styles.refused}>
            {refused.slice(0, shownMax).map(({ line, why }) => (
              <li key={line}>{m.shop_codes_line_why({ line, why })}</li>
            ))}
            {count > shownMax && <li>{m.shop_codes_more({ count: count - shownMax })}</li>}
          </ul>
          <Button variant="light" size="compact-sm" onClick={save}>
            {m.shop_codes_refused_file()}
          </Button>
        </>
      )}
    </div>
  )
}
