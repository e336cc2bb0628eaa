import { useNavigate } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DateChoice } from '#web/ui/rare/date-choice.tsx'
import { PillSelect } from '#web/ui/rare/pill-select.tsx'
import type { StatementFilter } from './statement-queries.ts'
import { statementKinds } from './statement-text.ts'
import classes from './statement-filter-bar.module.css'

/** Which entries of the statement are shown: what happened, and between which days. The address keeps it. */
export default function StatementFilterBar({ filter }: { filter: StatementFilter }) {
  const navigate = useNavigate()
  const { account, kind, from, to } = filter
  const show = ({ account: of, ...rest }: StatementFilter) =>
    void navigate(
      withQuery(paths.crels('wallet'), { account: of === 'available' ? undefined : of, ...rest }),
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className={classes.bar} role="group" aria-label={m.wallet_filter_label()}>
      <PillSelect
        label={m.wallet_filter_kind()}
        value={kind ?? ''}
        options={[
          { value: '', label: m.wallet_filter_kind_all() },
          ...Object.entries(statementKinds).map(([value, label]) => ({ value, label: label() })),
        ]}
        onChange={(value) => show({ ...filter, kind: value || undefined })}
      />
      <DateChoice
        label={m.wallet_filter_from()}
        value={from}
        max={to}
        onChange={(date) => show({ ...filter, from: date })}
      />
      <DateChoice
        label={m.wallet_filter_to()}
        value={to}
        min={from}
        onChange={(date) => show({ ...filter, to: date })}
      />
      {(kind ?? from ?? to) && (
        <Button look="plain" size="s" onClick={() => show({ account })}>
          {m.wallet_filter_clear()}
        </Button>
      )}
    </div>
  )
}
