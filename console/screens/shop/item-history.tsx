import { m } from '#console-messages'
import { editOperatedItem, takeBackItemCodes } from '#contracts/operator-shop.endpoints.ts'
import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { call } from '#console/platform/api.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { listFile } from '#console/ui/table/file-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { previousValues, type ItemChange } from './item-changes.ts'
import { fieldName, valueText } from './item-words.ts'
import styles from './shop.module.css'

/** Every change of an item, the newest first; an edit can be taken back. */
export function ItemHistory({ item }: { item: OperatedItemDetail }) {
  return (
    <Card heading={m.shop_history()}>
      <Lines
        file={listFile(`item-changes-${item.slug}`, item.changes, [
          [m.table_file_time(), ({ at }) => at],
          [m.table_file_by(), ({ author }) => author],
          [m.table_file_reason(), ({ reason }) => reason],
          [m.shop_history(), ({ fields }) => JSON.stringify(fields)],
        ])}
      >
        {item.changes.map((change) => (
          <Line
            key={change.at + Object.keys(change.fields).join(',')}
            name={change.reason}
            detail={
              <>
                {m.shop_history_line({ author: change.author, time: formatDateTime(change.at) })}
                {textsOf(change).map((text) => (
                  <span key={text} className={styles.change}>
                    {text}
                  </span>
                ))}
                {longTextsOf(change).map(({ field, before, after }) => (
                  <details key={field}>
                    <summary>{m.shop_change_whole({ field })}</summary>
                    <p className={styles.text}>{m.shop_change_before({ text: before })}</p>
                    <p className={styles.text}>{m.shop_change_after({ text: after })}</p>
                  </details>
                ))}
              </>
            }
            acts={[takeBackAct(item), takeBackCodesAct(item)].map((act) => (
              <ActButton
                key={act.id}
                act={act}
                row={change}
                idOf={({ at }) => at}
                nameOf={({ reason }) => reason}
              />
            ))}
          />
        ))}
      </Lines>
    </Card>
  )
}

function takeBackAct({ slug, revision }: OperatedItemDetail): RowAct<ItemChange> {
  return {
    id: 'take-back',
    label: m.shop_take_back(),
    look: 'quiet',
    permission: 'shop.edit',
    applies: (change) => Object.keys(previousValues(change)).length > 0,
    reason: { label: m.shop_reason(), isRequired: true },
    preview: ([change]) => (
      <>
        <p>
          {m.shop_take_back_preview({
            author: change!.author,
            fields: Object.keys(previousValues(change!)).map(fieldName).join(', '),
          })}
        </p>
        <p>{m.shop_effect_price_hint()}</p>
      </>
    ),
    run: async ([change], reason) => {
      await call(editOperatedItem, {
        params: { slug },
        body: { changes: previousValues(change!), reason, seen: revision },
      })
      return oneDone(change!.at)
    },
    said: m.shop_take_back_said,
  }
}

/** The import that a change of the pool was, unless it was taken back. */
function importOf({ fields }: ItemChange, changes: readonly ItemChange[]): string | null {
  const importId = (fields as { codes?: { importId?: string } }).codes?.importId
  const isTakenBack = changes.some(
    (other) => (other.fields as { codes?: { takenBack?: string } }).codes?.takenBack === importId,
  )
  return importId === undefined || isTakenBack ? null : importId
}

function takeBackCodesAct({ slug, changes }: OperatedItemDetail): RowAct<ItemChange> {
  return {
    id: 'take-back-codes',
    label: m.shop_codes_take_back(),
    look: 'quiet',
    permission: 'shop.take-back-codes',
    applies: (change) => importOf(change, changes) !== null,
    reason: { label: m.shop_reason(), isRequired: true },
    preview: () => <p>{m.shop_codes_take_back_preview()}</p>,
    run: async ([change], reason) => {
      const importId = importOf(change!, changes)!
      await call(takeBackItemCodes, { params: { slug, importId }, body: { reason } })
      return oneDone(change!.at)
    },
    said: m.shop_codes_take_back_said,
  }
}

/** What a change changed, a line each; the making of an item is one. */
function textsOf({ fields }: ItemChange): string[] {
  return 'slug' in fields
    ? [m.shop_change_first()]
    : Object.entries(fields).map(([name, value]) => changeText(name, value as object))
}

function changeText(name: string, value: object): string {
  const field = fieldName(name)
  if ('added' in value) return m.shop_change_added({ field, shown: formatNumber(Number(value.added)) })
  if ('removed' in value) return m.shop_change_removed({ field, shown: formatNumber(Number(value.removed)) })
  const { previous, next } = value as { previous: unknown; next: unknown }
  return m.shop_change_of({ field, before: shownValue(previous), after: shownValue(next) })
}

const lengthMax = 80

/** Texts of a change that its line has no room for. */
function longTextsOf({ fields }: ItemChange): { field: string; before: string; after: string }[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const { previous, next } = value as { previous?: unknown; next?: unknown }
    const texts = [previous, next].map((text) => (typeof text === 'string' ? text : ''))
    const [before, after] = texts as [string, string]
    return texts.some(({ length }) => length > lengthMax) ? [{ field: fieldName(name), before, after }] : []
  })
}

function shownValue(value: unknown): string {
  const text = valueText(value)
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}
