import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { blockHost, previewHostBlock, unblockHost } from '#contracts/operator-links.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { sayDone } from '#console/ui/say-done.tsx'
import { HostReach } from './host-reach.tsx'

/** Blocks a host in two steps: what it would stop, and then doing it. */
export function BlockHostDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={m.links_block_host()}>
      {isOpen && <BlockHost onClose={onClose} />}
    </Modal>
  )
}

function BlockHost({ onClose }: { onClose: () => void }) {
  const [host, setHost] = useState('')
  const [isShared, setShared] = useState(false)
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const may = useMay()
  const preview = useMutation({
    mutationFn: async () =>
      await call(previewHostBlock, { query: { host, isShared: isShared ? 'true' : 'false' } }),
  })
  const reach = preview.data
  const block = useMutation({
    mutationFn: async () => await call(blockHost, { body: { host: reach!.host, isShared, reason } }),
    onSuccess: async (done) => {
      const { host: blocked, stopped } = done
      const undo = async () =>
        await call(unblockHost, {
          params: { host: blocked },
          body: { reason: m.common_undone(), isUndo: true },
        })
      sayDone({
        said: m.links_blocked({ host: blocked, count: stopped, shown: formatNumber(stopped) }),
        remains: m.links_block_remains(),
        outcomes: oneDone(blocked, may('link.unblock-host') ? undo : undefined),
        onUndone: () => void client.invalidateQueries(),
      })
      await client.invalidateQueries()
      onClose()
    },
  })
  const failure = preview.error ?? block.error
  // Another host than the one that was tried is tried first.
  const change = () => {
    preview.reset()
    block.reset()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (reach) block.mutate()
        else preview.mutate()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={m.links_host()}
          description={m.links_host_hint()}
          required
          withAsterisk={false}
          maxLength={253}
          data-autofocus
          value={host}
          onChange={(event) => {
            setHost(event.currentTarget.value)
            change()
          }}
        />
        <Checkbox
          label={m.links_shared()}
          checked={isShared}
          onChange={(event) => {
            setShared(event.currentTarget.checked)
            change()
          }}
        />
        {failure && <FailureAlert error={failure} />}
        {reach && (
          <>
            <div role="status">
              <HostReach reach={reach} isBlock />
              <p>{m.links_block_remains()}</p>
            </div>
            <TextInput
              label={m.links_reason()}
              required
              withAsterisk={false}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          {reach ? (
            <Button type="submit" color="red.8" loading={block.isPending} disabled={reason.trim() === ''}>
              {m.links_block()}
            </Button>
          ) : (
            <Button type="submit" loading={preview.isPending} disabled={host.trim() === ''}>
              {m.links_dry_run()}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
