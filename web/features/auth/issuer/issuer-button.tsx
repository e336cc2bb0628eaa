import { oidcPaths } from '#contracts/identity-provider.ts'
import { withQuery } from '#contracts/paths.ts'
import { m } from '#messages'
import { ButtonAnchor } from '../../../ui/button.tsx'

/** Leaves for the issuer that keeps the accounts, and comes back to `redirect`; `again` has it ask who they are. */
export function IssuerButton({
  issuer,
  redirect,
  again = false,
}: {
  issuer: string
  redirect: string | undefined
  again?: boolean
}) {
  const href = withQuery(oidcPaths.start, { redirect, again: again ? '1' : undefined })
  return (
    <ButtonAnchor full href={href}>
      {m.auth_social_continue({ provider: issuer })}
    </ButtonAnchor>
  )
}
