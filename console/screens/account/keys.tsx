import { Button, Checkbox, CopyButton, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { createOperatorKey, listOperatorKeys } from '#contracts/operator-keys.endpoints.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDate } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { revokeKeyAct, usedText } from './account-acts.tsx'
import styles from './keys.module.css'

/** API keys: one's own, and for an owner everybody's. */
export function Keys() {
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  const keys = useQuery({
    queryKey: ['operator-keys'],
    queryFn: async ({ signal }) => await call(listOperatorKeys, { signal }),
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
        <Lines
          file={listFile('api-keys', living, [
            [m.table_file_name(), ({ name }) => name],
            [m.account_file_operator(), ({ operator }) => operator.name],
            [m.account_file_scopes(), ({ scopes }) => scopes.join(' ')],
            [m.account_file_created(), ({ createdAt }) => createdAt],
            [m.account_file_expires(), ({ expiresAt }) => expiresAt],
            [m.account_file_used(), ({ lastUsedAt }) => lastUsedAt],
            [m.table_file_id(), ({ id }) => id],
          ])}
        >
          {living.map((key) => (
            <Line
              key={key.id}
              name={key.name}
              detail={[
                key.operator.name,
                `${m.keys_scopes({ count: key.scopes.length })}: ${key.scopes.join(', ')}`,
                m.keys_expires({ date: formatDate(key.expiresAt) }),
                usedText(key.lastUsedAt),
              ].join(' · ')}
              acts={
                <ActButton
                  act={revokeKeyAct}
                  row={key}
                  idOf={({ id }) => id}
                  nameOf={({ name }) => name}
                  variant="subtle"
                  label={m.keys_revoke_named({ name: key.name })}
                />
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
