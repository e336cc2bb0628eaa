import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { startCodeImport } from '#contracts/operator-shop.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatNumber } from '#console/ui/format.ts'
import styles from './shop.module.css'

/**
 * Codes are pasted or chosen as a file, and sent to be read: what comes of it is below the pool, whenever it is looked
 * at.
 */
export function ImportCodes({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [text, setText] = useState('')
  // A file is not shown: 100,000 lines in a field hold the page for seconds.
  const [file, setFile] = useState<File | null>(null)
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: async () =>
      await call(startCodeImport, {
        params: { slug },
        // Browsers name a CSV file by what is installed on the machine.
        body: new Blob([file ?? text], { type: 'text/csv' }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['code-imports', slug] })
      onClose()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <Stack gap="sm">
        {file ? (
          <p className={styles.lead}>
            {m.shop_codes_chosen({ name: file.name, size: m.shop_codes_size({ kb: sizeOf(file) }) })}
          </p>
        ) : (
          <Textarea
            data-autofocus
            label={m.shop_codes_text()}
            description={m.shop_codes_text_hint()}
            rows={8}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Group>
          <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={setFile}>
            {(props) => (
              <Button {...props} variant="default">
                {m.shop_codes_file()}
              </Button>
            )}
          </FileButton>
          {file && (
            <Button variant="subtle" onClick={() => setFile(null)}>
              {m.shop_codes_paste()}
            </Button>
          )}
        </Group>
        {send.isError && <FailureAlert error={send.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={send.isPending} disabled={!file && text.trim() === ''}>
            {m.shop_codes_check()}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function sizeOf({ size }: File): string {
  return formatNumber(Math.max(1, Math.round(size / 1024)))
}
