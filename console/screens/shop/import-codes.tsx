import { Button, FileButton, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { examineItemCodes, importItemCodes } from '#contracts/operator-shop.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { RefusedLines } from './refused-lines.tsx'

/** Codes are pasted or read from a file, checked, and then imported: those that are new. */
export function ImportCodes({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const { idempotencyKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: async () => await call(examineItemCodes, { params: { slug }, body: { text } }),
  })
  const bring = useMutation({
    mutationFn: async () =>
      await call(importItemCodes, {
        params: { slug },
        body: { text, reason: reason.trim() },
        idempotencyKey,
      }),
    onSuccess: ({ imported }) => {
      notifications.show({
        message: m.shop_codes_done({ count: imported, shown: formatNumber(imported) }),
      })
      void client.invalidateQueries()
      onClose()
    },
    onError: renewKeyIfRefused,
  })
  const type = (typed: string) => {
    setText(typed)
    check.reset()
    bring.reset()
  }
  const found = check.data
  const failure = bring.error ?? check.error
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (found) bring.mutate()
        else check.mutate()
      }}
    >
      <Stack gap="sm">
        <Textarea
          data-autofocus
          label={m.shop_codes_text()}
          description={m.shop_codes_text_hint()}
          rows={8}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Group>
          <FileButton
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(file) => file && void file.text().then(type)}
          >
            {(props) => (
              <Button {...props} variant="default">
                {m.shop_codes_file()}
              </Button>
            )}
          </FileButton>
        </Group>
        {found && <RefusedLines slug={slug} text={text} found={found} />}
        {found && found.imported > 0 && (
          <TextInput
            label={m.shop_reason()}
            required
            withAsterisk={false}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {failure && <FailureAlert error={failure} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          {found ? (
            <Button
              type="submit"
              loading={bring.isPending}
              disabled={found.imported === 0 || reason.trim() === ''}
            >
              {m.shop_codes_bring({ count: found.imported, shown: formatNumber(found.imported) })}
            </Button>
          ) : (
            <Button type="submit" loading={check.isPending} disabled={text.trim() === ''}>
              {m.shop_codes_check()}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
