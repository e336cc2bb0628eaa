import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '#web/ui/forms/field.tsx'
import { DropArrow } from '#web/ui/rare/drop-arrow.tsx'
import classes from './select-field.module.css'

export interface Option {
  value: string
  label: string
}

/** A labelled list to choose one from, with the picker of the phone. `empty` is the words of no choice. */
export function SelectField({
  label,
  error,
  id,
  options,
  empty,
  ...select
}: Pick<FieldProps, 'label' | 'error'> &
  ComponentProps<'select'> & { options: readonly Option[]; empty?: string }) {
  return (
    <Field id={id} label={label} error={error}>
      {(control) => (
        <div key="input" className={classes.control}>
          <select {...select} {...control} className={`${control.className} ${classes.select}`}>
            {empty !== undefined && <option value="">{empty}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <DropArrow />
        </div>
      )}
    </Field>
  )
}
