import { useId } from 'react'
import { m } from '#messages'
import type { TaxForm, TaxIdKind } from '#rules/tax-profile.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { certifiedWords, formNames, idNames } from './tax-texts.ts'
import type { TypedTax, WrongTax } from './typed-tax.ts'
import classes from './tax.module.css'

const hints: Partial<Record<TaxForm, () => string>> = { w9: m.tax_hint_w9, w8ben: m.tax_hint_w8ben }

/** Which form, with for whom it is. */
export function FormChoice({
  forms,
  chosen,
  onChosen,
}: {
  forms: readonly TaxForm[]
  chosen: TaxForm
  onChosen: (form: TaxForm) => void
}) {
  return (
    <fieldset className={classes.group}>
      <legend>{m.tax_which()}</legend>
      {forms.map((form) => (
        <label key={form} className={classes.choice}>
          <input
            type="radio"
            name="form"
            value={form}
            checked={form === chosen}
            onChange={() => onChosen(form)}
          />
          <span>
            {formNames[form]()}
            <small>{hints[form]?.()}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The number and its kind, or that there is none. */
export function TaxNumber({
  typed,
  wrong,
  isAgain,
  onTyped,
}: {
  typed: TypedTax
  wrong: WrongTax
  /** There is one already, which nobody is shown. */
  isAgain: boolean
  onTyped: (typed: TypedTax) => void
}) {
  const { form, taxIdKind, hasNoId } = typed
  const kinds: readonly TaxIdKind[] = form === 'w9' ? ['ssn', 'itin', 'ein'] : []
  return (
    <>
      {kinds.length > 0 && (
        <fieldset className={classes.group}>
          <legend>{m.tax_id_kind()}</legend>
          {kinds.map((kind) => (
            <label key={kind} className={classes.choice}>
              <input
                type="radio"
                name="taxIdKind"
                value={kind}
                checked={kind === taxIdKind}
                onChange={() => onTyped({ ...typed, taxIdKind: kind })}
              />
              <span>{idNames[kind]()}</span>
            </label>
          ))}
        </fieldset>
      )}
      {!hasNoId && (
        <TextField
          name="taxId"
          label={idNames[taxIdKind]()}
          description={isAgain && m.tax_id_again()}
          autoComplete="off"
          inputMode={taxIdKind === 'foreign' ? 'text' : 'numeric'}
          spellCheck={false}
          maxLength={30}
          value={typed.taxId}
          error={wrong.taxId}
          onChange={({ currentTarget }) => onTyped({ ...typed, taxId: currentTarget.value })}
        />
      )}
      {form !== 'w9' && (
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={hasNoId}
            onChange={({ currentTarget }) => onTyped({ ...typed, hasNoId: currentTarget.checked })}
          />
          <span>{m.tax_id_none()}</span>
        </label>
      )}
    </>
  )
}

/** The words, and the tick that certifies them. */
export function Certify({
  form,
  isCertified,
  wrong,
  onCertified,
}: {
  form: TaxForm
  isCertified: boolean
  wrong: string | undefined
  onCertified: (isCertified: boolean) => void
}) {
  const id = useId()
  return (
    <div className={classes.certify}>
      <p id={`${id}-words`}>{certifiedWords[form]()}</p>
      <label className={classes.tick}>
        <input
          type="checkbox"
          name="isCertified"
          checked={isCertified}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={`${id}-words${wrong === undefined ? '' : ` ${id}-wrong`}`}
          onChange={({ currentTarget }) => onCertified(currentTarget.checked)}
        />
        <span>{m.tax_certify()}</span>
      </label>
      {wrong !== undefined && (
        <p id={`${id}-wrong`} className={classes.wrong}>
          {wrong}
        </p>
      )}
    </div>
  )
}
