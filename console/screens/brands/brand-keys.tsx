import { Button, Checkbox, Modal, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { BRAND_SCOPES, type BrandScope } from '#contracts/endpoint.ts'
import { createOperatedBrandKey, listOperatedBrandKeys } from '#contracts/operator-brand-keys.endpoints.ts'
import type { MadeBrandKey, OperatedBrandKey } from '#contracts/operator-brand-keys.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatAge, formatDateTime } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { revokeKeyAct, rotateKeyAct } from './brand-key-acts.tsx'
import styles from './brands.module.css'
import { ShownOnce } from './shown-once.tsx'

const kindNames: Record<OperatedBrandKey['kind'], () => string> = {
  secret: m.brands_key_secret,
  signing: m.brands_key_signing,
  pixel: m.brands_key_pixel,
}

/** The keys of a brand's servers: made, shown once, replaced and ended. */
export function BrandKeys({ slug }: { slug: string }) {
  const [isOpen, dialog] = useDisclosure(false)
  const [made, setMade] = useState<MadeBrandKey | null>(null)
  const may = useMay()
  const keys = useQuery({
    queryKey: ['brand-keys', slug],
    queryFn: async ({ signal }) => await call(listOperatedBrandKeys, { params: { slug }, signal }),
  })
  const acts = [rotateKeyAct(setMade), revokeKeyAct(keys.data?.items ?? [])]
  return (
    <Card
      heading={m.brands_keys()}
      acts={
        may('brand-key.create') && (
          <Button variant="light" onClick={dialog.open}>
            {m.brands_key_new()}
          </Button>
        )
      }
    >
      {keys.isPending ? (
        <LoadingState />
      ) : keys.isError ? (
        <FailureState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data.items.length === 0 ? (
        m.brands_keys_none()
      ) : (
        <Lines
          file={listFile(`keys-${slug}`, keys.data.items, [
            [m.brands_key_label(), ({ label }) => label],
            [m.brands_key_kind(), ({ kind }) => kind],
            [m.brands_key_scopes(), ({ scopes }) => scopes.join(' ')],
            [m.brands_file_created(), ({ createdAt }) => createdAt],
            [m.brands_file_used(), ({ lastUsedAt }) => lastUsedAt],
            [m.brands_file_ends(), ({ expiresAt }) => expiresAt],
            [m.brands_file_revoked(), ({ revokedAt }) => revokedAt],
            [m.brands_file_usable(), ({ isUsable }) => isUsable],
            [m.table_file_id(), ({ id }) => id],
          ])}
        >
          {keys.data.items.map((key) => (
            <Line
              key={key.id}
              name={<bdi>{key.label}</bdi>}
              detail={[kindNames[key.kind](), key.scopes.join(', '), usedAt(key), stateOf(key)]
                .filter(Boolean)
                .join(' · ')}
              acts={
                <span className={styles.acts}>
                  {acts.map((act) => (
                    <ActButton
                      key={act.id}
                      act={act}
                      row={key}
                      idOf={({ id }) => id}
                      nameOf={({ label }) => label}
                    />
                  ))}
                </span>
              }
            />
          ))}
        </Lines>
      )}
      <Modal opened={isOpen} onClose={dialog.close} title={m.brands_key_new()}>
        {isOpen && (
          <NewKey
            slug={slug}
            onMade={(key) => {
              dialog.close()
              setMade(key)
            }}
          />
        )}
      </Modal>
      <ShownOnce
        title={made?.pixelUrl ? m.brands_pixel_made() : m.brands_key_made()}
        lead={made?.pixelUrl ? m.brands_pixel_lead() : m.brands_key_once()}
        text={made && (made.secret ?? made.pixelUrl)}
        links={[
          [m.brands_key_docs(), '/docs/api'],
          [m.brands_key_try(), '/brands/test'],
        ]}
        onClose={() => setMade(null)}
      />
    </Card>
  )
}

function usedAt({ lastUsedAt }: OperatedBrandKey): string {
  return lastUsedAt === null ? m.brands_key_unused() : m.brands_key_used({ age: formatAge(lastUsedAt) })
}

function stateOf({ revokedAt, expiresAt, isUsable }: OperatedBrandKey): string | null {
  if (revokedAt !== null) return m.brands_key_revoked_at({ time: formatDateTime(revokedAt) })
  if (expiresAt === null) return isUsable ? null : m.brands_key_rests()
  return isUsable
    ? m.brands_key_ends({ time: formatDateTime(expiresAt) })
    : m.brands_key_ended({ time: formatDateTime(expiresAt) })
}

function NewKey({ slug, onMade }: { slug: string; onMade: (key: MadeBrandKey) => void }) {
  const client = useQueryClient()
  const [label, setLabel] = useState('')
  const [kind, setKind] = useState<OperatedBrandKey['kind']>('secret')
  const [scopes, setScopes] = useState<string[]>([...BRAND_SCOPES])
  const [days, setDays] = useState<number | ''>('')
  const make = useMutation({
    mutationFn: async () =>
      await call(createOperatedBrandKey, {
        params: { slug },
        body: {
          kind,
          label,
          ...(kind !== 'pixel' && { scopes: scopes as BrandScope[] }),
          ...(days !== '' && { days }),
        },
      }),
    onSuccess: (key) => {
      void client.invalidateQueries()
      onMade(key)
    },
  })
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
          label={m.brands_key_label()}
          required
          withAsterisk={false}
          maxLength={80}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <NativeSelect
          label={m.brands_key_kind()}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
          data={Object.entries(kindNames).map(([value, name]) => ({ value, label: name() }))}
        />
        {kind !== 'pixel' && (
          <Checkbox.Group label={m.brands_key_scopes()} value={scopes} onChange={setScopes}>
            <div className={styles.acts}>
              {BRAND_SCOPES.map((scope) => (
                <Checkbox key={scope} size="xs" value={scope} label={scope} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <NumberInput
          label={m.brands_key_days()}
          description={m.brands_key_days_hint()}
          min={1}
          max={3650}
          allowDecimal={false}
          value={days}
          onChange={(value) => setDays(value === '' ? '' : Number(value))}
        />
        {make.isError && <FailureAlert error={make.error} />}
        <Button
          type="submit"
          loading={make.isPending}
          disabled={label.trim() === '' || (kind !== 'pixel' && scopes.length === 0)}
        >
          {m.brands_key_create()}
        </Button>
      </Stack>
    </form>
  )
}
