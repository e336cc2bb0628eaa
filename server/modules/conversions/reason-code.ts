import { invalidValue } from '#server/platform/http/problems.ts'

/**
 * A reason as conversions and earnings keep it, for programs to compare and screens to put in words: `order_not_genuine`.
 * Throws `validation_failed` for another form.
 */
export function reasonCode(text: string): string {
  if (/^[a-z_]{1,60}$/.test(text)) return text
  const message = 'Write the reason in small letters and underscores, such as order_not_genuine; 60 at most.'
  throw invalidValue('body.reason', message)
}
