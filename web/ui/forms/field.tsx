import { useId, type ReactNode } from 'react'
import classes from './field.module.css'

type Part = 'label' | 'description' | 'error' | 'input'

const usualOrder: Part[] = ['label', 'description', 'input', 'error']

export interface FieldProps {
  label?: ReactNode
  description?: ReactNode
  /** What is wrong; `true` marks the field without a sentence. */
  error?: ReactNode
  /** Top to bottom, as the UI library's own fields take it. */
  inputWrapperOrder?: Part[]
  /** Taken for the UI library's sake: what is optional says so, what is required has no asterisk. */
  withAsterisk?: boolean
}

/** What the control inside a field has to carry. */
export interface ControlProps {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'data-error': true | undefined
}

/**
 * Label, description, control and error, tied together for screen readers. The same look as the UI library's fields
 * and the same props, without their 8 KB on the way to the sign-in screen.
 */
export function Field({
  id: givenId,
  label,
  description,
  error,
  order = usualOrder,
  children,
}: Omit<FieldProps, 'inputWrapperOrder'> & {
  id?: string
  order?: Part[]
  children: (control: ControlProps) => ReactNode
}) {
  const ownId = useId()
  const id = givenId ?? ownId
  const hasSentence = Boolean(error) && typeof error !== 'boolean'
  const described = [description && `${id}-description`, hasSentence && `${id}-error`].filter(Boolean)
  const parts: Record<Part, ReactNode> = {
    label: label && (
      <label key="label" htmlFor={id} className={classes.label}>
        {label}
      </label>
    ),
    description: description && (
      <div key="description" id={`${id}-description`} className={classes.description}>
        {description}
      </div>
    ),
    error: hasSentence && (
      <p key="error" id={`${id}-error`} className={classes.error}>
        {error}
      </p>
    ),
    input: children({
      id,
      className: classes.input,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described.join(' ') || undefined,
      'data-error': error ? true : undefined,
    }),
  }
  return <div className={classes.wrapper}>{order.map((part) => parts[part])}</div>
}
