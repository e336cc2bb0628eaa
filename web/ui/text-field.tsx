import './field-styles.ts'
import { Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core'

/**
 * A labelled line of text. Takes what `form.getInputProps` gives; `error` is announced and tied to the field.
 * Pass `autoComplete`, so that browsers and password managers help.
 */
export function TextField(props: TextInputProps) {
  return <TextInput {...props} />
}

/** A labelled block of text. */
export function TextAreaField(props: TextareaProps) {
  return <Textarea {...props} />
}
