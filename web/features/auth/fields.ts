import * as z from 'zod/mini'
import { m } from '#messages'
import { visibleText } from '#rules/visible-text.ts'

/** Rules of the fields of the sign-in family, each with its words; the contract decides. */
export const emailField = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { abort: true, error: () => m.auth_email_missing() }),
    z.maxLength(254, { error: () => m.auth_email_invalid() }),
    z.email({ error: () => m.auth_email_invalid() }),
  )

export const currentPasswordField = z
  .string()
  .check(z.minLength(1, { error: () => m.auth_password_missing() }))

export const newPasswordField = z
  .string()
  .check(
    z.minLength(1, { error: () => m.auth_new_password_missing() }),
    z.maxLength(1024, { error: () => m.auth_password_too_long() }),
  )

export const displayNameField = z
  .string()
  .check(
    z.trim(),
    z.maxLength(60, { error: () => m.auth_display_name_too_long() }),
    z.regex(visibleText, { error: () => m.auth_display_name_hidden() }),
  )
