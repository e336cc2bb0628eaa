import { useId, useRef, useState } from 'react'
import { m } from '#messages'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/rare/combobox-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { countries } from '#web/ui/rare/countries.ts'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'
import type { TypedAddress } from './typed-address.ts'
import classes from './shop.module.css'

type Part = keyof TypedAddress
type Wrong = Partial<Record<Part, string>>

/** In the order in which people write them. */
const fields: readonly {
  part: Exclude<Part, 'country'>
  label: () => string
  autoComplete: string
  lengthMax: number
  isOptional?: true
}[] = [
  { part: 'name', label: m.shop_address_name, autoComplete: 'shipping name', lengthMax: 100 },
  { part: 'street', label: m.shop_address_street, autoComplete: 'shipping address-line1', lengthMax: 120 },
  {
    part: 'extra',
    label: m.shop_address_extra,
    autoComplete: 'shipping address-line2',
    lengthMax: 120,
    isOptional: true,
  },
  {
    part: 'postcode',
    label: m.shop_address_postcode,
    autoComplete: 'shipping postal-code',
    lengthMax: 20,
    isOptional: true,
  },
  { part: 'city', label: m.shop_address_city, autoComplete: 'shipping address-level2', lengthMax: 80 },
  {
    part: 'region',
    label: m.shop_address_region,
    autoComplete: 'shipping address-level1',
    lengthMax: 80,
    isOptional: true,
  },
  {
    part: 'phone',
    label: m.shop_address_phone,
    autoComplete: 'shipping tel',
    lengthMax: 30,
    isOptional: true,
  },
]

/** Where an order is sent. What is typed is kept by who shows the form; the browser may fill it in. */
export default function AddressForm({
  typed,
  allowed,
  refused,
  onTyped,
  onDone,
}: {
  typed: TypedAddress
  /** ISO 3166 alpha-2 of where the item is sent; none is everywhere. */
  allowed: readonly string[]
  /** Parts that the server did not take. */
  refused: readonly string[]
  onTyped: (typed: TypedAddress) => void
  onDone: () => void
}) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Wrong>(() =>
    Object.fromEntries(refused.map((part) => [part, m.shop_address_wrong()])),
  )
  useFocusWrong(form, Object.keys(wrong).length > 0 && wrong)
  useDirtyForm(Object.values(typed).some((text) => text !== ''))
  const places = countries()
    .filter(({ code }) => allowed.length === 0 || allowed.includes(code))
    .map(({ code, name }) => ({ value: code, label: name }))

  function submit(event: React.FormEvent): void {
    event.preventDefault()
    const found = wrongIn(
      typed,
      places.map(({ value }) => value),
    )
    setWrong(found)
    if (Object.keys(found).length === 0) onDone()
  }

  return (
    <form ref={form} className={classes.stack} noValidate onSubmit={submit}>
      <p>{m.shop_address_why()}</p>
      {fields.map(({ part, label, autoComplete, lengthMax, isOptional }) => (
        <TextField
          key={part}
          name={part}
          label={isOptional ? `${label()} (${m.common_optional()})` : label()}
          type={part === 'phone' ? 'tel' : 'text'}
          autoComplete={autoComplete}
          maxLength={lengthMax}
          value={typed[part]}
          error={wrong[part]}
          onChange={({ currentTarget }) => onTyped({ ...typed, [part]: currentTarget.value })}
        />
      ))}
      <ComboboxField
        id={`${id}-country`}
        name="country"
        label={m.shop_address_country()}
        placeholder={m.shop_address_find()}
        autoComplete="country-name"
        options={places}
        value={typed.country}
        error={wrong.country}
        onChange={(country) => onTyped({ ...typed, country })}
      />
      <Button type="submit" full>
        {m.shop_continue()}
      </Button>
    </form>
  )
}

/** What is missing or too long, by part. */
function wrongIn(typed: TypedAddress, allowed: readonly string[]): Wrong {
  const wrong: Wrong = {}
  for (const { part, lengthMax, isOptional } of fields) {
    const text = typed[part].trim()
    if (text === '' && !isOptional) wrong[part] = m.shop_address_missing()
    else if (part === 'phone' && !/^(\+?[0-9][0-9 ()./-]{4,28})?$/.test(text))
      wrong.phone = m.shop_address_wrong()
    else if (text.length > lengthMax) wrong[part] = m.shop_address_too_long({ count: lengthMax })
  }
  if (!allowed.includes(typed.country)) wrong.country = m.shop_address_country_missing()
  return wrong
}
