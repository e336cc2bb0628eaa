import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { addOperator } from '#contracts/operators.endpoints.ts'
import { OPERATOR_ROLES, type OperatorRole } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { roleSentences } from './role-names.ts'

/** Adds somebody, who is mailed an invitation. */
export function AddOperatorDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={m.operators_add()}>
      {isOpen && <AddOperator onClose={onClose} />}
    </Modal>
  )
}

function AddOperator({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OperatorRole>('support')
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: async () => await call(addOperator, { body: { name, email, role } }),
    onSuccess: async (operator) => {
      notifications.show({ message: m.operators_added({ name: operator.name }) })
      onClose()
      await client.invalidateQueries()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <Stack gap="sm">
        <p>{m.operators_add_lead()}</p>
        <TextInput
          data-autofocus
          label={m.operators_name()}
          required
          withAsterisk={false}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={m.operators_email()}
          type="email"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label={m.operators_role()}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as OperatorRole)}
          data={OPERATOR_ROLES.map((one) => ({ value: one, label: roleSentences[one]() }))}
        />
        {add.isError && <FailureAlert error={add.error} />}
        <Button type="submit" loading={add.isPending}>
          {m.operators_add_submit()}
        </Button>
      </Stack>
    </form>
  )
}
