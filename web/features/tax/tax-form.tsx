import { useId, useRef, useState } from 'react'
import { m } from '#messages'
import type { TaxState } from '#contracts/tax.schemas.ts'
import type { TaxForm } from '#rules/tax-profile.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { ComboboxField } from '#web/ui/rare/combobox-field.tsx'
import { countries } from '#web/ui/rare/countries.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'
import { Certify, FormChoice, TaxNumber } from './tax-parts.tsx'
import { useCertifyTaxProfile } from './queries.ts'
import {
  profileOf,
  refusedIn,
  typedFrom,
  withForm,
  wrongIn,
  type TypedTax,
  type WrongTax,
} from './typed-tax.ts'
import classes from './tax.module.css'

/** What the profile says already. */
export interface KnownOfMember {
  fullName: string | null
  country: string | null
  birthday: string | null
}

type TextPart = 'legalName' | 'street' | 'extra' | 'postcode' | 'city' | 'region' | 'birthPlace' | 'vatId'

/** In the order in which people write them. */
const addressParts: readonly {
  part: TextPart
  label: () => string
  autoComplete: string
  isOptional?: true
}[] = [
  { part: 'street', label: m.shop_address_street, autoComplete: 'address-line1' },
  { part: 'extra', label: m.shop_address_extra, autoComplete: 'address-line2', isOptional: true },
  { part: 'postcode', label: m.shop_address_postcode, autoComplete: 'postal-code', isOptional: true },
  { part: 'city', label: m.shop_address_city, autoComplete: 'address-level2' },
  { part: 'region', label: m.shop_address_region, autoComplete: 'address-level1', isOptional: true },
]

/** One of the forms that are asked for, to be filled in and certified. Nothing typed is kept anywhere but here. */
export function TaxFormFields({
  state,
  known,
  today,
  onDone,
}: {
  state: TaxState
  known: KnownOfMember
  /** `YYYY-MM-DD` */
  today: string
  onDone: () => void
}) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<TypedTax>(() => typedFrom(firstForm(state, known), known, state.profile))
  const [isTouched, setTouched] = useState(false)
  const [wrong, setWrong] = useState<WrongTax>({})
  const certify = useCertifyTaxProfile(onDone)
  useFocusWrong(form, Object.keys(wrong).length > 0 && wrong)
  useDirtyForm(isTouched)
  const places = countries().map(({ code, name }) => ({ value: code, label: name }))

  function change(next: TypedTax): void {
    setTouched(true)
    setTyped(next)
  }

  function submit(event: React.FormEvent): void {
    event.preventDefault()
    if (certify.isPending) return
    const found = wrongIn(typed, today)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    certify.mutate(profileOf(typed, state.certification), {
      onError: (error) => {
        if (error instanceof ApiProblem) setWrong(refusedIn(error.issues))
      },
    })
  }

  const text = (part: TextPart, label: string, autoComplete: string, max: number, isOptional = false) => (
    <TextField
      key={part}
      name={part}
      label={isOptional ? `${label} (${m.common_optional()})` : label}
      autoComplete={autoComplete}
      maxLength={max}
      value={typed[part]}
      error={wrong[part]}
      onChange={({ currentTarget }) => change({ ...typed, [part]: currentTarget.value })}
    />
  )
  const place = (part: 'country' | 'taxResidence', label: string) => (
    <ComboboxField
      id={`${id}-${part}`}
      name={part}
      label={label}
      placeholder={m.shop_address_find()}
      autoComplete={part === 'country' ? 'country-name' : 'off'}
      options={places}
      value={typed[part]}
      error={wrong[part]}
      onChange={(code) => change({ ...typed, [part]: code })}
    />
  )
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      {state.forms.length > 1 && (
        <FormChoice
          forms={state.forms}
          chosen={typed.form}
          onChosen={(next) => {
            setWrong({})
            change(withForm(typed, next))
          }}
        />
      )}
      {text('legalName', m.tax_legal_name(), 'name', 120)}
      <fieldset className={classes.group}>
        <legend>{m.tax_address()}</legend>
        {addressParts.map(({ part, label, autoComplete, isOptional }) =>
          text(part, label(), autoComplete, part === 'postcode' ? 20 : 80, isOptional),
        )}
        {place('country', m.shop_address_country())}
      </fieldset>
      {typed.form !== 'w9' && place('taxResidence', m.tax_residence())}
      <TaxNumber typed={typed} wrong={wrong} isAgain={state.profile?.taxIdHint != null} onTyped={change} />
      {typed.form !== 'w9' && (
        <TextField
          type="date"
          name="birthDate"
          label={m.tax_birth_date()}
          autoComplete="bday"
          max={today}
          value={typed.birthDate}
          error={wrong.birthDate}
          onChange={({ currentTarget }) => change({ ...typed, birthDate: currentTarget.value })}
        />
      )}
      {typed.form === 'dac7' && typed.hasNoId && text('birthPlace', m.tax_birth_place(), 'off', 120)}
      {typed.form === 'dac7' && text('vatId', m.tax_vat(), 'off', 20, true)}
      <Certify
        form={typed.form}
        isCertified={typed.isCertified}
        wrong={wrong.isCertified}
        onCertified={(isCertified) => change({ ...typed, isCertified })}
      />
      {certify.isError && <Notice>{problemOf(certify.error).detail ?? m.tax_unanswered()}</Notice>}
      <Button type="submit" full loading={certify.isPending}>
        {m.tax_submit()}
      </Button>
    </form>
  )
}

/** The last one where it is asked for still; else by where the member lives. */
function firstForm({ forms, profile }: TaxState, { country }: KnownOfMember): TaxForm {
  if (profile && forms.includes(profile.form)) return profile.form
  return forms.length > 1 && country !== null && country !== 'US' ? forms[1]! : forms[0]!
}
