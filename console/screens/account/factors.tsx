import { Button, Modal, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import {
  addOperatorPasskey,
  confirmOperatorAuthenticator,
  getOperatorFactors,
  startOperatorAuthenticator,
  startOperatorPasskey,
} from '#contracts/operator-account.endpoints.ts'
import type { OperatorFactors } from '#contracts/operator-account.schemas.ts'
import { call } from '#console/platform/api.ts'
import { hasPasskeys, makePasskey } from '#console/platform/passkeys.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { AuthenticatorSetup } from '#console/ui/authenticator-setup.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDate } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { removeFactorAct, usedText, type Factor } from './account-acts.tsx'

/** By what the operator signs in. Each change asks whether it is still them. */
export function Factors() {
  const client = useQueryClient()
  const factors = useQuery({
    queryKey: ['factors'],
    queryFn: async ({ signal }) => await call(getOperatorFactors, { signal }),
  })
  const again = async () => await client.invalidateQueries({ queryKey: ['factors'] })
  const addPasskey = useMutation({
    mutationFn: async () =>
      await call(addOperatorPasskey, {
        body: { passkey: await makePasskey(await call(startOperatorPasskey)) },
      }),
    onSuccess: again,
  })
  const app = useMutation({ mutationFn: async () => await call(startOperatorAuthenticator) })
  const failure = addPasskey.error ?? app.error
  return (
    <Card
      heading={m.account_ways()}
      acts={
        <>
          {hasPasskeys && (
            <Button variant="light" loading={addPasskey.isPending} onClick={() => addPasskey.mutate()}>
              {m.account_add_passkey()}
            </Button>
          )}
          {factors.data?.authenticator === null && (
            <Button variant="light" loading={app.isPending} onClick={() => app.mutate()}>
              {m.account_add_app()}
            </Button>
          )}
        </>
      }
    >
      {failure && <FailureAlert error={failure} />}
      {factors.isPending ? (
        <LoadingState />
      ) : factors.isError ? (
        <FailureState error={factors.error} onRetry={() => void factors.refetch()} />
      ) : (
        <FactorLines factors={factors.data} />
      )}
      <Modal opened={app.isSuccess} onClose={app.reset} title={m.account_add_app()}>
        {app.data && (
          <ConfirmApp
            {...app.data}
            onDone={() => {
              app.reset()
              void again()
            }}
          />
        )}
      </Modal>
    </Card>
  )
}

function FactorLines({ factors: { passkeys, authenticator } }: { factors: OperatorFactors }) {
  const rows: Factor[] = [
    ...passkeys.map((passkey) => ({ ...passkey, key: passkey.id, kind: m.account_passkey() })),
    ...(authenticator ? [{ ...authenticator, key: null, name: m.account_app(), kind: '' }] : []),
  ]
  return (
    <Lines
      file={listFile('sign-in-methods', rows, [
        [m.table_file_name(), ({ name }) => name],
        [m.account_file_added(), ({ addedAt }) => addedAt],
        [m.account_file_used(), ({ lastUsedAt }) => lastUsedAt],
      ])}
    >
      {rows.map((factor) => (
        <Line
          key={factor.key ?? 'app'}
          name={factor.name}
          detail={[
            factor.kind,
            m.account_added({ date: formatDate(factor.addedAt) }),
            usedText(factor.lastUsedAt),
          ]
            .filter(Boolean)
            .join(' · ')}
          acts={
            rows.length > 1 && (
              <ActButton
                act={removeFactorAct(rows.filter((one) => one !== factor))}
                row={factor}
                idOf={({ key }) => key ?? 'app'}
                nameOf={({ name }) => name}
                variant="subtle"
                label={m.account_remove_named({ name: factor.name })}
              />
            )
          }
        />
      ))}
    </Lines>
  )
}

function ConfirmApp({ secret, uri, onDone }: { secret: string; uri: string; onDone: () => void }) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: async () => await call(confirmOperatorAuthenticator, { body: { code } }),
    onSuccess: onDone,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <Stack gap="sm">
        <AuthenticatorSetup secret={secret} uri={uri} code={code} onCode={setCode} />
        {confirm.isError && <FailureAlert error={confirm.error} />}
        <Button type="submit" loading={confirm.isPending}>
          {m.account_confirm()}
        </Button>
      </Stack>
    </form>
  )
}
