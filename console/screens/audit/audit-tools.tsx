import { Alert, Button, Menu, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { checkAuditChain, exportAuditCsv, exportAuditJson } from '#contracts/operator-audit.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { saveFile } from '#console/ui/table/csv.ts'
import styles from './audit.module.css'
import { utcDate } from '#rules/utc-date.ts'

const filterNames = ['from', 'to', 'via', 'requestId', 'operatorId', 'action', 'target']

/** Proves the chain of the log, and gives the whole of what the filters show as a file. */
export function AuditTools() {
  const [params] = useSearchParams()
  const prove = useMutation({ mutationFn: async () => await call(checkAuditChain) })
  const file = useMutation({
    mutationFn: async (form: 'csv' | 'json') => {
      const query = Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? undefined]))
      const answer: unknown = await call(form === 'csv' ? exportAuditCsv : exportAuditJson, { query })
      const content = answer instanceof Blob ? answer : JSON.stringify(answer, null, 2)
      const name = `audit-${utcDate(Date.now())}.${form}`
      saveFile(name, content, form === 'csv' ? 'text/csv' : 'application/json')
    },
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="light" loading={file.isPending}>
            {m.audit_export()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => file.mutate('csv')}>{m.audit_export_csv()}</Menu.Item>
          <Menu.Item onClick={() => file.mutate('json')}>{m.audit_export_json()}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button loading={prove.isPending} onClick={() => prove.mutate()}>
        {m.audit_prove()}
      </Button>
      <Modal
        opened={prove.isSuccess || prove.isError || file.isError}
        onClose={() => {
          prove.reset()
          file.reset()
        }}
        title={file.isError ? m.audit_export() : m.audit_prove()}
      >
        {(prove.error ?? file.error) && <FailureAlert error={prove.error ?? file.error} />}
        {prove.data && <Proof {...prove.data} />}
      </Modal>
    </>
  )
}

function Proof({
  entries,
  head,
  breaks,
  differences,
}: {
  entries: number
  head: string
  breaks: { seq: number; is: string }[]
  differences: { table: string; count: number }[]
}) {
  if (breaks.length + differences.length === 0)
    return <p className={styles.head}>{m.audit_proved({ count: entries, head })}</p>
  return (
    <Alert color="red" role="alert" title={m.audit_broken()}>
      <ul>
        {breaks.map(({ seq, is }) => (
          <li key={seq}>{m.audit_broken_at({ seq: formatNumber(seq), is })}</li>
        ))}
        {differences.map(({ table, count }) => (
          <li key={table}>{m.audit_different({ table, count, shown: formatNumber(count) })}</li>
        ))}
      </ul>
    </Alert>
  )
}
