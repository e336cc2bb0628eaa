import { Button, Menu, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { exportAuditCsv, exportAuditJson } from '#contracts/operator-audit.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { saveFile } from '#console/ui/table/csv.ts'
import { utcDate } from '#rules/utc-date.ts'
import { AuditProof } from './audit-proof.tsx'

const filterNames = ['from', 'to', 'via', 'requestId', 'operatorId', 'action', 'target']

/** Proves the chain of the log, and gives the whole of what the filters show as a file. */
export function AuditTools() {
  const [params] = useSearchParams()
  const file = useMutation({
    mutationFn: async (form: 'csv' | 'json') => {
      const query = Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? undefined]))
      const content: unknown = await call(form === 'csv' ? exportAuditCsv : exportAuditJson, { query })
      saveFile(`audit-${utcDate(Date.now())}.${form}`, content as Blob)
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
      <AuditProof />
      <Modal opened={file.isError} onClose={() => file.reset()} title={m.audit_export()}>
        {file.error && <FailureAlert error={file.error} />}
      </Modal>
    </>
  )
}
