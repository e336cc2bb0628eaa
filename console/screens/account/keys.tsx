import { Button, Checkbox, CopyButton, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { createOperatorKey, listOperatorKeys, revokeOperatorKey } from '#contracts/operator-keys.endpoints.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatAge, formatDate } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import styles from './keys.module.css'

/** API keys: one's own, and for an owner everybody's. */
export function Keys() {
  const [isOpen, dialog] = useDisclosure(false)
  const client = useQueryClient()
  const may = useMay()
  const keys = useQuery({
    queryKey: ['operator-keys'],
    queryFn: async ({ signal }) => await call(listOperatorKeys, { signal }),
  })
  const revoke = useMutation({
    mutationFn: async (id: string) => await call(revokeOperatorKey, { params: { id } }),
    onSuccess: async () => await client.invalidateQueries({ queryKey: ['operator-keys'] }),
  })
  const living = keys.data?.items.filter(({ revokedAt }) => revokedAt === null) ?? []
  return (
    <Card
      heading={m.keys_title()}
      acts={
        may('operator-key.create') && (
          <Button variant="light" onClick={dialog.open}>
            {m.keys_new()}
          </Button>
        )
      }
    >
      {keys.isPending ? (
        <LoadingState />
      ) : keys.isError ? (
        <FailureState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : living.length === 0 ? (
        m.keys_none()
      ) : (
        <Lines>
          {living.map(({ id, name, operator, scopes, expiresAt, lastUsedAt }) => (
            <Line
              key={id}
              name={name}
              detail={[
                operator.name,
                `${m.keys_scopes({ count: scopes.length })}: ${scopes.join(', ')}`,
                m.keys_expires({ date: formatDate(expiresAt) }),
                lastUsedAt ? m.account_used({ age: formatAge(lastUsedAt) }) : m.account_never_used(),
              ].join(' · ')}
              acts={
                <Button
                  variant="subtle"
                  color="red"
                  aria-label={m.keys_revoke_named({ name })}
                  onClick={() => revoke.mutate(id)}
                >
                  {m.keys_revoke()}
                </Button>
              }
            />
          ))}
        </Lines>
      )}
      <Modal opened={isOpen} onClose={dialog.close} title={m.keys_new()} size="lg">
        {isOpen && keys.data && <NewKey offered={keys.data.scopes} onClose={dialog.close} />}
      </Modal>
    </Card>
  )
}

function NewKey({ offered, onClose }: { offered: readonly OperatorPermission[]; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [days, setDays] = useState(90)
  const [scopes, setScopes] = useState<string[]>([])
  const make = useMutation({
    mutationFn: async () =>
      await call(createOperatorKey, { body: { name, days, scopes: scopes as OperatorPermission[] } }),
    onSuccess: async () => await client.invalidateQueries({ queryKey: ['operator-keys'] }),
  })
  if (make.isSuccess) return <Secret secret={make.data.secret} onClose={onClose} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={m.keys_name()}
          required
          withAsterisk={false}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberInput
          label={m.keys_days()}
          min={1}
          max={365}
          allowDecimal={false}
          value={days}
          onChange={(value) => setDays(Number(value))}
        />
        <Checkbox.Group label={m.keys_for()} value={scopes} onChange={setScopes}>
          <div className={styles.scopes}>
            {offered.map((permission) => (
              <Checkbox key={permission} size="xs" value={permission} label={permission} />
            ))}
          </div>
        </Checkbox.Group>
        {make.isError && <FailureAlert error={make.error} />}
        <Button type="submit" loading={make.isPending} disabled={scopes.length === 0}>
          {m.keys_create()}
        </Button>
      </Stack>
    </form>
  )
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack gap="sm">
      <p className={styles.text}>{m.keys_secret()}</p>
      <code className={styles.secret}>{secret}</code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button variant="light" onClick={copy}>
            {copied ? m.common_copied() : m.common_copy()}
          </Button>
        )}
      </CopyButton>
      <Button onClick={onClose}>{m.common_close()}</Button>
    </Stack>
  )
}
