import { Button, Chip, Group, Modal, Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { sentenceOf } from '../failure.ts'
import { formatNumber } from '../format.ts'
import { HoldBack, useHeldBack } from '../hold-back.ts'
import { ActFields, initialValues, isComplete, type ActField, type FieldValues } from './act-fields.tsx'
import type { RowAct, RowOutcome } from './row-act.ts'
import styles from './act-dialog.module.css'

interface Asked<Row> {
  act: RowAct<Row>
  rows: readonly Row[]
}

/** Asks for an act, does it, and says of every row what became of it. `null` is closed. */
export function ActDialog<Row>({
  asked,
  nameOf,
  idOf,
  onClose,
}: {
  asked: Asked<Row> | null
  /** What a row is called, in the list of outcomes. */
  nameOf: (row: Row) => string
  idOf: (row: Row) => string
  /** Closed; with the ids of the rows that are done. */
  onClose: (done: readonly string[]) => void
}) {
  const [done, setDone] = useState<readonly string[]>([])
  const close = () => {
    onClose(done)
    setDone([])
  }
  return (
    <Modal opened={asked !== null} onClose={close} title={asked?.act.label} size="md">
      {asked && (
        <Act
          {...asked}
          nameOf={nameOf}
          idOf={idOf}
          onDone={setDone}
          onClose={close}
          onDoneAll={(ids) => onClose(ids)}
        />
      )}
    </Modal>
  )
}

function Act<Row>({
  act,
  rows,
  nameOf,
  idOf,
  onDone,
  onDoneAll,
  onClose,
}: Asked<Row> & {
  nameOf: (row: Row) => string
  idOf: (row: Row) => string
  onDone: (ids: readonly string[]) => void
  onDoneAll: (ids: readonly string[]) => void
  onClose: () => void
}) {
  const fieldsFor = (typed: FieldValues) =>
    typeof act.fields === 'function' ? act.fields(rows, typed) : (act.fields ?? noFields)
  const [reason, setReason] = useState('')
  const [values, setValues] = useState<FieldValues>(() => initialValues(fieldsFor({})))
  const fields = fieldsFor(values)
  // What it touches is on screen before it can be confirmed.
  const [isHeld, hold] = useHeldBack()
  const client = useQueryClient()
  const may = useMay()
  const run = useMutation({
    mutationFn: async () => await act.run(rows, reason.trim(), values),
    onSuccess: async (outcomes) => {
      const done = outcomes.filter((outcome) => outcome.done).map(({ id }) => id)
      if (done.length > 0) void client.invalidateQueries()
      if (done.length === outcomes.length) {
        const undo = may(act.undoPermission ?? act.permission) ? act.undo : undefined
        sayDone({ said: act.said, undo }, done, () => void client.invalidateQueries())
        onDoneAll(done)
      } else onDone(done)
    },
  })
  if (run.isSuccess && run.data.some((outcome) => !outcome.done))
    return (
      <Outcomes
        outcomes={run.data}
        names={new Map(rows.map((row) => [idOf(row), nameOf(row)]))}
        onClose={onClose}
      />
    )
  const isReady =
    (!act.reason?.isRequired || reason.trim() !== '') &&
    isComplete(fields, values) &&
    (act.allows?.(rows, values) ?? true)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isHeld) run.mutate()
      }}
    >
      <Stack gap="sm">
        <ActFields fields={fields} values={values} onChange={setValues} />
        <HoldBack value={hold}>
          <div className={styles.preview}>{act.preview(rows, values)}</div>
        </HoldBack>
        {act.reason && (
          <Reason {...act.reason} value={reason} onChange={setReason} isFirst={fields.length === 0} />
        )}
        {run.isError && <FailureAlert error={run.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button
            type="submit"
            color={act.look === 'danger' ? 'red.8' : undefined}
            loading={run.isPending}
            disabled={!isReady}
            // It keeps the focus while it waits.
            aria-disabled={isHeld || undefined}
            data-disabled={isHeld || undefined}
            data-autofocus={act.reason || fields.length > 0 ? undefined : true}
          >
            {act.label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const noFields: readonly ActField[] = []
const noTemplates: readonly string[] = []

function Reason({
  label,
  isRequired,
  templates = noTemplates,
  length = 500,
  rows = 2,
  value,
  onChange,
  isFirst,
}: NonNullable<RowAct<never>['reason']> & {
  value: string
  onChange: (reason: string) => void
  /** The cursor is in it at first. */
  isFirst: boolean
}) {
  return (
    <Stack gap="xs">
      {templates.length > 0 && (
        <Group gap={6} role="group" aria-label={m.table_templates()}>
          {templates.map((template) => (
            <Chip
              key={template}
              size="xs"
              classNames={{ label: styles.template }}
              checked={value === template}
              onChange={() => onChange(template)}
            >
              {template}
            </Chip>
          ))}
        </Group>
      )}
      <Textarea
        label={label}
        required={isRequired}
        withAsterisk={false}
        autosize
        minRows={rows}
        maxRows={16}
        maxLength={length}
        data-autofocus={isFirst || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
    </Stack>
  )
}

/** The refused rows first, each with why: what another operator did meanwhile is said with their name and the time. */
function Outcomes({
  outcomes,
  names,
  onClose,
}: {
  outcomes: readonly RowOutcome[]
  names: ReadonlyMap<string, string>
  onClose: () => void
}) {
  const refused = outcomes.filter(({ done }) => !done)
  const done = outcomes.length - refused.length
  return (
    <Stack gap="sm">
      <p role="status" className={styles.summary}>
        {m.table_outcome({ done: formatNumber(done), refused: formatNumber(refused.length) })}
      </p>
      <ul className={styles.outcomes} aria-label={m.table_refused()}>
        {refused.map(({ id, detail }) => (
          <li key={id}>
            <b>{names.get(id) ?? id}</b>
            <span>{detail}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </Group>
    </Stack>
  )
}

function sayDone(
  { said, undo }: Pick<RowAct<never>, 'said'> & { undo: RowAct<never>['undo'] },
  ids: readonly string[],
  onUndone: () => void,
): void {
  const id = notifications.show({
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        {said(ids.length)}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            void takeBack(async () => await undo(ids), onUndone)
          }}
        >
          {m.table_undo()}
        </Button>
      </Group>
    ) : (
      said(ids.length)
    ),
    autoClose: undo ? 12_000 : 4_000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': m.common_close() },
  })
}

/** Takes an act back, and says what could not be, each reason once. */
async function takeBack(undo: () => Promise<readonly RowOutcome[]>, onUndone: () => void): Promise<void> {
  const say = (message: string) => notifications.show({ color: 'red', message })
  try {
    const outcomes = await undo()
    onUndone()
    const details = outcomes.flatMap(({ done, detail }) => (done || detail === null ? [] : [detail]))
    for (const detail of new Set(details)) say(detail)
  } catch (error) {
    say(sentenceOf(error).sentence)
  }
}
