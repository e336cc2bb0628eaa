import { Button, Group, Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '#console-messages'
import {
  confirmCodeImport,
  downloadRefusedCodes,
  listCodeImports,
  removeCodeImport,
} from '#contracts/operator-shop.endpoints.ts'
import type { CodeImport } from '#contracts/operator-shop.schemas.ts'
import { call } from '#console/platform/api.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { saveFile } from '#console/ui/table/csv.ts'
import { listFile } from '#console/ui/table/file-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import styles from './shop.module.css'

/** How often a file that is worked on is looked at. */
const lookMs = 1_000

/** The operator's own files of codes for an item: read, imported or discarded, and their refused lines. */
export function CodeImports({ slug }: { slug: string }) {
  const client = useQueryClient()
  const imports = useQuery({
    queryKey: ['code-imports', slug],
    queryFn: async ({ signal }) =>
      await call(listCodeImports, { params: { slug }, signal, headers: { 'x-background': '1' } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? lookMs : false),
  })
  const items = imports.data?.items ?? []
  const imported = items.filter(({ state }) => state === 'imported').length
  useEffect(() => {
    // The pool has more now, and the history says so.
    if (imported > 0) void client.invalidateQueries({ queryKey: ['shop-item', slug] })
  }, [client, slug, imported])
  if (items.length === 0) return imports.isError && <FailureAlert error={imports.error} />
  return (
    <section aria-label={m.shop_imports()}>
      <h3 className={styles.lead}>{m.shop_imports()}</h3>
      <p className={styles.note}>{m.shop_imports_hint()}</p>
      {imports.isError && <FailureAlert error={imports.error} />}
      <Lines
        file={listFile(`code-imports-${slug}`, items, [
          [m.table_file_time(), ({ startedAt }) => startedAt],
          [m.table_file_state(), ({ state }) => state],
          [m.shop_file_lines(), ({ lines }) => lines],
          [m.shop_file_new(), ({ codes }) => codes],
          [m.shop_file_duplicates(), ({ duplicates }) => duplicates],
          [m.shop_file_invalid(), ({ invalid }) => invalid],
          [m.table_file_reason(), ({ failure }) => failure],
          [m.table_file_id(), ({ id }) => id],
        ])}
      >
        {items.map((file) => (
          <CodeFile key={file.id} slug={slug} file={file} />
        ))}
      </Lines>
    </section>
  )
}

function isUnderWay({ state }: CodeImport): boolean {
  return state === 'waiting' || state === 'checking' || state === 'importing'
}

function CodeFile({ slug, file }: { slug: string; file: CodeImport }) {
  const { id, state, lines, linesRead, startedAt } = file
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: async () => await call(removeCodeImport, { params: { slug, importId: id } }),
    onSuccess: async () => await client.invalidateQueries({ queryKey: ['code-imports', slug] }),
  })
  const refused = useMutation({
    mutationFn: async () => await call(downloadRefusedCodes, { params: { slug, importId: id } }),
    onSuccess: (content) => saveFile(`${slug}-refused.csv`, content as unknown as Blob),
  })
  const failure = cancel.error ?? refused.error
  const isOver = !isUnderWay(file)
  return (
    <Line
      name={formatDateTime(startedAt)}
      detail={
        <>
          <span role="status">{said(file)}</span>
          {state === 'checking' && (
            <Progress
              aria-label={m.shop_import_progress({ time: formatDateTime(startedAt) })}
              value={(100 * linesRead) / lines}
              mt={6}
            />
          )}
          {isOver && <RefusedLines file={file} />}
          {failure && <FailureAlert error={failure} />}
          <Group gap="xs" mt={8}>
            <ActButton act={importAct(slug)} row={file} idOf={({ id: of }) => of} nameOf={said} />
            {isOver && refusedCount(file) > 0 && (
              <Button variant="light" loading={refused.isPending} onClick={() => refused.mutate()}>
                {m.shop_codes_refused_file()}
              </Button>
            )}
            {!isOver && state !== 'importing' && (
              <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                {m.shop_import_cancel()}
              </Button>
            )}
            <ActButton
              act={removeAct(slug, state)}
              row={file}
              idOf={({ id: of }) => of}
              nameOf={said}
              variant="default"
            />
          </Group>
        </>
      }
    />
  )
}

/** The first of them, with why. */
function RefusedLines({ file }: { file: CodeImport }) {
  const more = refusedCount(file) - file.refused.length
  if (file.refused.length === 0) return null
  return (
    <ul className={styles.refused}>
      {file.refused.map(({ line, why }) => (
        <li key={line}>{m.shop_codes_line_why({ line, why })}</li>
      ))}
      {more > 0 && <li>{m.shop_codes_more({ count: more })}</li>}
    </ul>
  )
}

function refusedCount({ duplicates, invalid }: CodeImport): number {
  return duplicates + invalid
}

function importAct(slug: string): RowAct<CodeImport> {
  return {
    id: 'import-codes',
    label: m.shop_codes_import_new(),
    permission: 'shop.import-codes',
    applies: ({ state, codes }) => state === 'checked' && codes > 0,
    reason: { label: m.shop_reason(), isRequired: true },
    preview: ([file]) => <p>{m.shop_import_preview(imported(file!))}</p>,
    run: async ([file], reason, _, idempotencyKey) => {
      const params = { slug, importId: file!.id }
      await call(confirmCodeImport, { params, body: { reason }, idempotencyKey })
      return oneDone(file!.id)
    },
    said: m.shop_import_begun,
  }
}

/** Removes a file that is over; of one that is not imported, discards its codes. */
function removeAct(slug: string, state: CodeImport['state']): RowAct<CodeImport> {
  const isDiscard = state === 'checked'
  return {
    id: isDiscard ? 'discard-codes' : 'remove-codes',
    label: isDiscard ? m.shop_import_discard() : m.shop_import_remove(),
    look: 'danger',
    permission: 'shop.import-codes',
    applies: (file) => !isUnderWay(file),
    preview: ([file]) => (
      <>
        {isDiscard && (
          <p>{m.shop_import_discard_preview({ count: file!.codes, new: formatNumber(file!.codes) })}</p>
        )}
        {state === 'imported' && <p>{m.shop_import_remove_preview()}</p>}
        {refusedCount(file!) > 0 && <p>{m.shop_import_refused_preview()}</p>}
        {state === 'failed' && <p>{m.shop_import_failed_preview()}</p>}
      </>
    ),
    run: async ([file]) => {
      await call(removeCodeImport, { params: { slug, importId: file!.id } })
      return oneDone(file!.id)
    },
    said: isDiscard ? m.shop_import_discarded : m.shop_import_removed,
  }
}

function said(file: CodeImport): string {
  const { state, lines, linesRead, codes, duplicates, invalid, failure, expiresAt } = file
  const found = formatNumber(codes)
  const until = m.shop_import_until({ time: formatDateTime(expiresAt) })
  if (state === 'waiting') return m.shop_import_waiting()
  if (state === 'checking')
    return m.shop_import_checking({ done: formatNumber(linesRead), lines: formatNumber(lines) })
  if (state === 'importing') return m.shop_import_importing({ count: codes, new: found })
  if (state === 'failed') return failure!
  if (state === 'imported') return m.shop_import_imported(imported(file))
  const counts = m.shop_codes_counts({
    new: found,
    duplicates: formatNumber(duplicates),
    invalid: formatNumber(invalid),
  })
  return codes === 0 ? `${counts}. ${m.shop_codes_none()}` : `${counts} · ${until}`
}

/** What of a file is or was imported, for its sentences: new codes, and lines that were refused. */
function imported(file: CodeImport) {
  const [codes, lines] = [file.codes, refusedCount(file)]
  return { codes, new: formatNumber(codes), lines, refused: formatNumber(lines) }
}
