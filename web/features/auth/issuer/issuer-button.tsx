import { oidcPaths } from '#contracts/identity-provider.ts'
import { withQuery } from '#contracts/paths.ts'
import { m } from '#messages'
import { ButtonAnchor } from '#web/ui/button.tsx'

/** Leaves for the issuer that keeps the accounts, and comes back to `redirect`; `again` has it ask who they are. */
export function IssuerButton({
  issuer,
  redirect,
  again = false,
  onLeave,
}: {
  issuer: string
  redirect: string | undefined
  again?: boolean
  /** The page is about to be left. */
  onLeave?: () => void
}) {
  const href = withQuery(oidcPaths.start, { redirect, again: again ? '1' : undefined })
  return (
    <ButtonAnchor full href={href} onClick={onLeave}>
      {m.auth_social_continue({ provider: issuer })}
    </ButtonAnchor>
  )
}
