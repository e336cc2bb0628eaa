import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import classes from './field.module.css'

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'size'> {
  /** An icon inside the field, at its start. */
  leftSection?: ReactNode
  /** A small control inside the field, at its end. */
  rightSection?: ReactNode
}

/**
 * A labelled line of text. Takes what `form.getInputProps` gives; `error` is tied to the field. Pass `autoComplete`,
 * so that browsers and password managers help.
 */
export function TextField({
  label,
  description,
  error,
  inputWrapperOrder,
  withAsterisk: _,
  leftSection,
  rightSection,
  id,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field id={id} label={label} description={description} error={error} order={inputWrapperOrder}>
      {(control) => (
        <div key="input" className={classes.control}>
          {leftSection && <span className={classes.left}>{leftSection}</span>}
          <input
            {...input}
            type={type}
            {...control}
            className={[control.className, className].filter(Boolean).join(' ')}
            data-left={leftSection ? true : undefined}
            data-right={rightSection ? true : undefined}
          />
          {rightSection && <span className={classes.right}>{rightSection}</span>}
        </div>
      )}
    </Field>
  )
}

/** A labelled block of text. */
export function TextAreaField({
  label,
  description,
  error,
  inputWrapperOrder,
  withAsterisk: _,
  id,
  ...area
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field id={id} label={label} description={description} error={error} order={inputWrapperOrder}>
      {(control) => <textarea key="input" rows={4} {...area} {...control} data-multiline />}
    </Field>
  )
}
