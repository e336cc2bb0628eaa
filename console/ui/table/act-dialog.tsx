import { Button, Group, Modal, Stack } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { useMay } from '#console/platform/session.ts'
import { ApiProblem, isRefusal } from '#console/platform/api-problem.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { HoldBack, useHeldBack } from '../hold-back.ts'
import { RowRefused } from '../outcome-of-each.ts'
import { sayDone } from '../say-done.tsx'
import { ActFields, initialValues, isComplete, type ActField, type FieldValues } from './act-fields.tsx'
import { ActOutcomes } from './act-outcomes.tsx'
import { ActReason } from './act-reason.tsx'
import type { RowOutcome } from './row-act.ts'
import type { Asked } from './use-asked.ts'
import styles from './act-dialog.module.css'

/**
 * Asks for an act, does it, and says of every row what became of it; where a single one is refused, what was typed stays
 * with why above the button. `null` is closed.
 */
export function ActDialog<Row>({
  asked,
  nameOf,
  idOf,
  isOfList = false,
  onRefused,
  onClose,
}: {
  asked: Asked<Row> | null
  /** What a row is called, in the list of outcomes. */
  nameOf: (row: Row) => string
  idOf: (row: Row) => string
  /** It was asked for in a list: of one row it says which. */
  isOfList?: boolean
  /** Another was faster: reads the rows again, which may be confirmed once more. Without it they follow by themselves. */
  onRefused?: () => Promise<void>
  /** Closed; with the ids of the rows that are done. */
  onClose: (done: readonly string[]) => void
}) {
  const [done, setDone] = useState<readonly string[]>([])
  // It stays until the outcome is known.
  const [isUnderWay, setUnderWay] = useState(false)
  const close = () => {
    onClose(done)
    setDone([])
  }
  return (
    <Modal
      opened={asked !== null}
      onClose={close}
      title={asked?.act.label}
      size="md"
      closeOnEscape={!isUnderWay}
      closeOnClickOutside={!isUnderWay}
      closeButtonProps={{ 'aria-label': m.common_close(), disabled: isUnderWay }}
    >
      {asked && (
        <Act
          {...asked}
          nameOf={nameOf}
          idOf={idOf}
          isOfList={isOfList}
          onRefused={onRefused}
          onUnderWay={setUnderWay}
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
  isOfList,
  onRefused,
  onUnderWay,
  onDone,
  onDoneAll,
  onClose,
}: Asked<Row> & {
  nameOf: (row: Row) => string
  idOf: (row: Row) => string
  isOfList: boolean
  onRefused: (() => Promise<void>) | undefined
  onUnderWay: (isUnderWay: boolean) => void
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
  const { idempotencyKey, renewKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const navigate = useNavigate()
  const again = () => void client.invalidateQueries()
  const canUndo = useMay()(act.undoPermission ?? act.permission)
  const mine = ({ undo, ...outcome }: RowOutcome): RowOutcome =>
    undo && canUndo ? { ...outcome, undo } : outcome
  const remains = act.remains?.(rows) ?? null
  const names = new Map(rows.map((row) => [idOf(row), nameOf(row)]))
  const named = (id: string) => names.get(id) ?? id
  const send = async () => {
    const outcomes = await act.run(rows, reason.trim(), values, idempotencyKey)
    const [only] = outcomes
    if (rows.length === 1 && only && !only.done) throw new RowRefused(only.detail ?? '')
    return outcomes.map(mine)
  }
  const run = useMutation({
    mutationFn: async () => {
      try {
        return await send()
      } catch (error) {
        if (isOvertaken(error)) await onRefused?.()
        throw error
      }
    },
    onMutate: () => onUnderWay(true),
    onSettled: () => onUnderWay(false),
    onSuccess: (outcomes) => {
      const done = outcomes.filter((outcome) => outcome.done).map(({ id }) => id)
      if (done.length > 0) again()
      if (done.length < outcomes.length) return onDone(done)
      sayDone({
        said: act.said(done.length),
        remains,
        outcomes,
        nameOf: named,
        onUndone: again,
      })
      onDoneAll(done)
      // After the list has closed the row in its own address.
      const [{ leadsTo } = {}, ...others] = outcomes
      if (leadsTo !== undefined && others.length === 0) void navigate(leadsTo)
    },
    // What another operator did meanwhile is read; to confirm once more is to do it on top of that.
    onError: (error) => {
      if (error instanceof RowRefused) renewKey()
      else renewKeyIfRefused(error)
      if (isOvertaken(error)) again()
    },
  })
  const isReady =
    (!act.reason?.isRequired || reason.trim() !== '') &&
    isComplete(fields, values) &&
    (act.allows?.(rows, values) ?? true)
  const confirm = () => {
    if (isReady && !isHeld && (run.isIdle || run.isError)) run.mutate()
  }
  if (run.isSuccess && run.data.some((outcome) => !outcome.done))
    return (
      <ActOutcomes outcomes={run.data} remains={remains} nameOf={named} onUndone={again} onClose={onClose} />
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm()
      }}
    >
      {/* Also where Enter is a line or opens a list; not from a dialog that lies over this one. */}
      <Stack gap="sm" onKeyDown={getHotkeyHandler([['mod+Enter', confirm]])}>
        {isOfList && rows.length === 1 && (
          <p className={styles.about}>
            <bdi>{nameOf(rows[0]!)}</bdi>
          </p>
        )}
        <ActFields fields={fields} values={values} onChange={setValues} />
        <HoldBack value={hold}>
          <div className={styles.preview}>
            {act.preview(rows, values)}
            {remains !== null && <p>{remains}</p>}
          </div>
        </HoldBack>
        {act.reason && (
          <ActReason {...act.reason} value={reason} onChange={setReason} isFirst={fields.length === 0} />
        )}
        {run.isError && <FailureAlert error={run.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={run.isPending}>
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

/** Refused for what the row is by now: neither for what was typed, nor for who asks or how often. */
function isOvertaken(error: unknown): boolean {
  if (error instanceof RowRefused) return true
  return (
    error instanceof ApiProblem &&
    isRefusal(error) &&
    error.code !== 'validation_failed' &&
    !notOfTheRow.has(error.status)
  )
}

/** Of the session, the permission or the rate. */
const notOfTheRow: ReadonlySet<number> = new Set([401, 403, 429])

const noFields: readonly ActField[] = []
