import { ColorInput, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { ITEM_KINDS, type ItemKind } from '#rules/shop-item.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { slugOf } from '#console/ui/slug-of.ts'
import { useDraft } from '#console/ui/use-draft.ts'
import { Writing } from '#console/ui/writing.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { hasFaceValue, type ItemDraft } from './item-draft.ts'
import { ItemTile } from './item-tile.tsx'
import { kindNames } from './item-words.ts'
import styles from './shop.module.css'

/** Everything of an item to be written, with its card beside it, and below what is done with it. */
export function ItemForm({
  initial,
  isEdit,
  error,
  imageUrl,
  children,
}: {
  /** Another one, read while it is typed, is followed by what was not typed. */
  initial: ItemDraft
  /** Slug and kind of an item that is there stay; its stock has an act of its own. */
  isEdit: boolean
  error: Error | null
  imageUrl: string | null
  children: (draft: ItemDraft) => ReactNode
}) {
  const [draft, setDraft] = useDraft(initial)
  /** What the server said of a field. */
  const errorOf = (field: string) =>
    isProblem(error, 'validation_failed')
      ? error.issues.find(({ path }) => path.replace(/^body\.(changes\.)?/, '').startsWith(field))?.message
      : undefined
  const onChange = (changes: Partial<ItemDraft>) => setDraft({ ...draft, ...changes })
  return (
    <Writing
      heading={m.shop_preview()}
      preview={
        <div className={styles.shopCard}>
          <ItemTile
            item={{ title: draft.title, image: { url: imageUrl, base: draft.base, glow: draft.glow } }}
            isLarge
          />
          <b>{draft.title || m.shop_title()}</b>
          <span>{draft.summary}</span>
          {draft.points !== '' && (
            <strong>{m.shop_preview_points({ points: formatNumber(Number(draft.points)) })}</strong>
          )}
        </div>
      }
    >
      <Stack gap="sm">
        <Naming draft={draft} onChange={onChange} errorOf={errorOf} isEdit={isEdit} />
        <Terms draft={draft} onChange={onChange} errorOf={errorOf} isEdit={isEdit} />
        <Windows draft={draft} onChange={onChange} errorOf={errorOf} isEdit={isEdit} />
        {error && <FailureAlert error={error} />}
        {children(draft)}
      </Stack>
    </Writing>
  )
}

interface PartProps {
  draft: ItemDraft
  onChange: (changes: Partial<ItemDraft>) => void
  errorOf: (field: string) => string | undefined
  isEdit: boolean
}

function useFields({ draft, onChange, errorOf }: PartProps) {
  return {
    text: (name: Exclude<keyof ItemDraft, 'kind'>, field: string = name) => ({
      value: draft[name],
      error: errorOf(field),
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ [name]: event.currentTarget.value }),
    }),
    number: (name: Exclude<keyof ItemDraft, 'kind'>, field: string = name) => ({
      value: draft[name],
      error: errorOf(field),
      allowNegative: false,
      hideControls: true,
      onChange: (value: string | number) => onChange({ [name]: String(value) }),
    }),
  }
}

/** What it is called and what it says. */
function Naming(props: PartProps) {
  const { draft, onChange, errorOf, isEdit } = props
  const field = useFields(props)
  return (
    <>
      {!isEdit && (
        <NativeSelect
          label={m.shop_kind()}
          value={draft.kind}
          error={errorOf('kind')}
          onChange={(event) => onChange({ kind: event.currentTarget.value as ItemKind })}
          data={ITEM_KINDS.map((value) => ({ value, label: kindNames[value]() }))}
        />
      )}
      <TextInput
        label={m.shop_title()}
        required
        withAsterisk={false}
        maxLength={120}
        {...field.text('title')}
        onChange={(event) => {
          const { value } = event.currentTarget
          // The slug follows the title until it is written.
          const follows = !isEdit && draft.slug === slugOf(draft.title)
          onChange({ title: value, ...(follows && { slug: slugOf(value) }) })
        }}
      />
      {!isEdit && (
        <TextInput
          label={m.shop_slug()}
          description={m.shop_slug_hint()}
          required
          withAsterisk={false}
          maxLength={60}
          {...field.text('slug')}
        />
      )}
      <TextInput
        label={m.shop_card_text()}
        description={m.shop_card_text_hint()}
        required
        withAsterisk={false}
        maxLength={300}
        {...field.text('summary')}
      />
      <Textarea
        label={m.shop_description()}
        description={m.shop_description_hint()}
        autosize
        minRows={3}
        maxRows={16}
        maxLength={10_000}
        {...field.text('description')}
      />
      {(['base', 'glow'] as const).map((which) => (
        <ColorInput
          key={which}
          label={which === 'base' ? m.shop_base() : m.shop_glow()}
          format="hex"
          withEyeDropper={false}
          error={errorOf(`colors.${which}`)}
          value={draft[which]}
          onChange={(colour) => onChange({ [which]: colour })}
        />
      ))}
    </>
  )
}

/** What it costs, what it is worth, how many there are and who may have it. */
function Terms(props: PartProps) {
  const { draft, isEdit } = props
  const { kind } = draft
  const field = useFields(props)
  return (
    <>
      {kind === 'crels_pack' ? (
        <NumberInput
          label={m.shop_crels()}
          description={m.shop_crels_hint()}
          required
          withAsterisk={false}
          allowDecimal={false}
          {...field.number('crels')}
        />
      ) : (
        <NumberInput
          label={m.shop_points()}
          required
          withAsterisk={false}
          allowDecimal={false}
          {...field.number('points')}
        />
      )}
      {hasFaceValue(kind) && (
        <>
          <TextInput
            label={m.shop_face_currency()}
            description={m.shop_face_currency_hint()}
            maxLength={3}
            {...field.text('faceCurrency', 'faceValue.currency')}
          />
          {draft.faceCurrency.trim() !== '' && (
            <NumberInput
              label={m.shop_face_amount()}
              required
              withAsterisk={false}
              {...field.number('faceAmount', 'faceValue.minor')}
            />
          )}
        </>
      )}
      {!isEdit && kind !== 'gift_card' && (
        <NumberInput
          label={m.shop_stock_first()}
          description={m.shop_stock_first_hint()}
          allowDecimal={false}
          {...field.number('stock')}
        />
      )}
      <NumberInput
        label={m.shop_member_limit_field()}
        description={m.shop_member_limit_hint()}
        allowDecimal={false}
        {...field.number('memberLimit')}
      />
      {kind === 'merchandise' && (
        <TextInput
          label={m.shop_countries_field()}
          description={m.shop_countries_hint()}
          {...field.text('countries')}
        />
      )}
    </>
  )
}

/** When it is seen and sold. */
function Windows(props: PartProps) {
  const field = useFields(props)
  const windows = [
    ['visibleFrom', m.shop_visible_from(), m.shop_visible_from_hint()],
    ['visibleUntil', m.shop_visible_until(), m.shop_until_hint()],
    ['activeFrom', m.shop_active_from(), undefined],
    ['activeUntil', m.shop_active_until(), m.shop_until_hint()],
  ] as const
  return windows.map(([name, label, description]) => (
    <TextInput
      key={name}
      type="datetime-local"
      label={label}
      description={description}
      {...field.text(name)}
    />
  ))
}
