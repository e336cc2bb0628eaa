import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import { examineSystem } from '#contracts/operator-system.endpoints.ts'
import type { Findings } from '#contracts/operator-system.schemas.ts'
import { call } from '#console/platform/api.ts'
import { findingsQuery } from '#console/platform/system-query.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import styles from './system.module.css'

type Finding = Findings['items'][number]

/** What `crels doctor` finds: what is to be mended first. It is looked at every few minutes, and again when it is asked for. */
export function Doctor() {
  const client = useQueryClient()
  const findings = useQuery(findingsQuery)
  const again = useMutation({
    mutationFn: async () => await call(examineSystem, { query: {} }),
    onSuccess: (found) => client.setQueryData(findingsQuery.queryKey, found),
  })
  return (
    <Card
      heading={m.system_findings()}
      acts={
        <Button variant="light" loading={again.isPending} onClick={() => again.mutate()}>
          {m.system_look_again()}
        </Button>
      }
    >
      {again.isError && <FailureAlert error={again.error} />}
      {findings.isPending ? (
        <LoadingState />
      ) : findings.isError ? (
        <FailureState error={findings.error} onRetry={() => void findings.refetch()} />
      ) : (
        <>
          <p>{m.system_checked({ time: formatDateTime(findings.data.checkedAt) })}</p>
          <Lines
            file={listFile('findings', findings.data.items, [
              [m.system_finding(), ({ name }) => name],
              [m.system_finding_verdict(), ({ verdict }) => verdict],
              [m.system_finding_says(), ({ says }) => says],
              [m.system_finding_at(), () => findings.data.checkedAt],
            ])}
          >
            {findings.data.items.toSorted(worstFirst).map(({ name, verdict, says }) => (
              <Line
                key={name}
                name={
                  <span className={styles.finding}>
                    {name} <Pill tone={tones[verdict]}>{verdicts[verdict]()}</Pill>
                  </span>
                }
                detail={<span className={styles.says}>{says}</span>}
              />
            ))}
          </Lines>
        </>
      )}
    </Card>
  )
}

const order: readonly Finding['verdict'][] = ['problem', 'warning', 'not checked', 'ok']

function worstFirst(one: Finding, other: Finding): number {
  return order.indexOf(one.verdict) - order.indexOf(other.verdict)
}

const tones = { ok: 'good', warning: 'warn', problem: 'bad', 'not checked': 'plain' } as const

const verdicts: Record<Finding['verdict'], () => string> = {
  ok: m.system_verdict_ok,
  warning: m.system_verdict_warning,
  problem: m.system_verdict_problem,
  'not checked': m.system_verdict_not_checked,
}
