import { useId, useState } from 'react'
import { m } from '#messages'
import type { ManyShortlinks } from '#contracts/shortlinks.schemas.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { saveFile } from '#web/platform/receive-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { newWish, useCreateMany } from './queries.ts'
import classes from './shortlinks.module.css'

const template = 'destinationUrl,code,title,utm_source,utm_medium,utm_campaign,expiresAt\r\n'

/** Many links from one file: all of its rows, or none and what is wrong with each. */
export function ManyDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [wish, setWish] = useState(newWish)
  const create = useCreateMany()
  const field = useId()
  const answer = create.data
  useDirtyForm(file !== null && !answer?.made)
  return (
    <Dialog open onClose={onClose} heading={m.shortlinks_many_heading()}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (file && !create.isPending) create.mutate({ file, idempotencyKey: wish })
        }}
      >
        <p>{m.shortlinks_many_intro()}</p>
        <Button
          look="soft"
          size="s"
          className={classes.toggle}
          onClick={() =>
            saveFile(new Blob([template], { type: 'text/csv' }), m.shortlinks_many_template_name())
          }
        >
          {m.shortlinks_many_template()}
        </Button>
        <div className={classes.group}>
          <label htmlFor={field}>{m.shortlinks_many_file()}</label>
          <input
            id={field}
            type="file"
            accept=".csv,text/csv"
            className={classes.file}
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0] ?? null)
              setWish(newWish())
              create.reset()
            }}
          />
        </div>
        {create.isError && <Notice>{problemOf(create.error).detail ?? m.shortlinks_unanswered()}</Notice>}
        {answer && answer.made > 0 && (
          <Notice tone="green" isNews>
            {m.shortlinks_many_made({ count: formatNumber(answer.made) })}
          </Notice>
        )}
        {answer?.made === 0 && <Refused rows={answer.rows} />}
        {answer && answer.made > 0 ? (
          <Button full onClick={onClose}>
            {m.common_close()}
          </Button>
        ) : (
          <Button type="submit" full disabled={!file} loading={create.isPending}>
            {m.shortlinks_many_submit()}
          </Button>
        )}
      </form>
    </Dialog>
  )
}

function Refused({ rows }: { rows: ManyShortlinks['rows'] }) {
  const wrong = rows.filter(({ issues }) => issues.length > 0)
  return (
    <Notice>
      <p>
        {m.shortlinks_many_refused({ wrong: formatNumber(wrong.length), rows: formatNumber(rows.length) })}
      </p>
      <ul className={classes.wrong}>
        {wrong.flatMap(({ line, issues, suggestions }) =>
          issues.map(({ column, message }) => (
            <li key={`${line} ${column}`}>
              {m.shortlinks_many_issue({ line, column, message })}
              {suggestions.length > 0 && ` ${m.shortlinks_many_free({ codes: suggestions.join(', ') })}`}
            </li>
          )),
        )}
      </ul>
    </Notice>
  )
}
