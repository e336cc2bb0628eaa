import { m } from '#messages'
import type { AccountSecurity } from '#contracts/account-security.schemas.ts'
import { identityActions } from '#web/platform/identity-actions.ts'
import { keepInterrupted } from '#web/platform/interrupted.ts'
import { publicIdentity } from '#web/platform/public-identity.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { SocialWindow } from '../social-window.tsx'
import classes from '../social-buttons.module.css'

/** A button for each provider that signs in to this account: the page is left, and what was interrupted is found again. */
export function ProveByProvider({
  uid,
  linked,
  first,
}: {
  uid: string
  linked: AccountSecurity['linked']
  /** The first of them is what the dialog is for: it gets the focus. */
  first: boolean
}) {
  return (
    <ul className={classes.list} aria-label={m.security_proof_providers()}>
      {linked.map(({ id, name }, index) => (
        <li key={id}>
          {publicIdentity.provider === 'firebase' ? (
            <SocialWindow id={id} name={name} look={first && index === 0 ? 'primary' : 'soft'} />
          ) : (
            <ButtonAnchor
              look={first && index === 0 ? 'primary' : 'soft'}
              full
              href={identityActions.socialProof(id, here())}
              onClick={() => keepInterrupted(uid)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened by the member's own press
              autoFocus={first && index === 0}
            >
              {m.auth_social_continue({ provider: name })}
            </ButtonAnchor>
          )}
        </li>
      ))}
    </ul>
  )
}

/** This page, without what an earlier refusal left in its address. */
function here(): string {
  const { pathname, searchParams } = new URL(location.href)
  searchParams.delete('refused')
  return searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname
}
