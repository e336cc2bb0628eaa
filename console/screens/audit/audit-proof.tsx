import { Alert, Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { getAuditProof, proveAuditLog } from '#contracts/operator-audit.endpoints.ts'
import type { AuditProof as Proof } from '#contracts/operator-audit.schemas.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import styles from './audit.module.css'

const key = ['audit-proof']
/** How often a proof that is under way is looked at. */
const lookMs = 2_000

/** Has the log proved by its job, and shows what that found. */
export function AuditProof() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const prove = useMutation({
    mutationFn: async () => await call(proveAuditLog),
    onSuccess: (proof) => client.setQueryData(key, proof),
    onSettled: () => setOpen(true),
  })
  const proof = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => await call(getAuditProof, { signal, headers: { 'x-background': '1' } }),
    enabled: isOpen && prove.isSuccess,
    refetchInterval: ({ state }) => (state.data?.underWaySince === null ? false : lookMs),
  })
  return (
    <>
      <Button loading={prove.isPending} onClick={() => prove.mutate()}>
        {m.audit_prove()}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={m.audit_prove()}>
        {prove.error || proof.error ? (
          <FailureAlert error={prove.error ?? proof.error} />
        ) : (
          proof.data && <Found proof={proof.data} />
        )}
      </Modal>
    </>
  )
}

function Found({ proof: { underWaySince, failedAt, last } }: { proof: Proof }) {
  if (underWaySince !== null)
    return <p role="status">{m.audit_proving({ time: formatDateTime(underWaySince) })}</p>
  if (failedAt !== null)
    return (
      <Alert color="red" role="alert">
        {m.audit_proof_failed({ time: formatDateTime(failedAt) })}
      </Alert>
    )
  if (last === null) return null
  const { at, entries, head, breaks, differences } = last
  if (breaks.length + differences.length === 0)
    return (
      <div role="status">
        <p className={styles.head}>
          {m.audit_proved({ count: entries, shown: formatNumber(entries), head })}
        </p>
        <p>{m.audit_proved_at({ time: formatDateTime(at) })}</p>
      </div>
    )
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
