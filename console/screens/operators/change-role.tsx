import { Button, Group, Modal, NativeSelect, Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import type { OperatorView } from '#contracts/operators.schemas.ts'
import { proposeRole } from '#contracts/pending-acts.endpoints.ts'
import { OPERATOR_ROLES, type OperatorRole } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { roleSentences } from './role-names.ts'

/** Proposes another role, which another owner approves. */
export function ChangeRole({ row }: { row: OperatorView }) {
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  if (!may('operator.change-role') || row.disabledAt !== null) return null
  return (
    <>
      <Button variant="light" onClick={dialog.open}>
        {m.operators_change_role()}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={m.operators_change_role()}>
        {isOpen && <RoleForm row={row} onClose={dialog.close} />}
      </Modal>
    </>
  )
}

function RoleForm({ row, onClose }: { row: OperatorView; onClose: () => void }) {
  const [role, setRole] = useState<OperatorRole>(row.role)
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const propose = useMutation({
    mutationFn: async () =>
      await call(proposeRole, { params: { id: row.id }, body: { role, seen: row.role, reason } }),
    onSuccess: async () => {
      notifications.show({ message: m.operators_role_proposed({ name: row.name }) })
      onClose()
      await client.invalidateQueries()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        propose.mutate()
      }}
    >
      <Stack gap="sm">
        <p>{m.operators_change_role_lead()}</p>
        <NativeSelect
          data-autofocus
          label={m.operators_role()}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as OperatorRole)}
          data={OPERATOR_ROLES.map((one) => ({ value: one, label: roleSentences[one]() }))}
        />
        <Textarea
          label={m.operators_reason()}
          required
          withAsterisk={false}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {propose.isError && <FailureAlert error={propose.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={propose.isPending} disabled={role === row.role}>
            {m.operators_propose()}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
