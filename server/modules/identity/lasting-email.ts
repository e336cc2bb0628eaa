import { createRequire } from 'node:module'
import { problem } from '#server/platform/http/problems.ts'

/** Whether an address is of a provider that gives out throw-away addresses. */
type IsDisposable = (email: string) => boolean

let isDisposable: IsDisposable | undefined

/** Throws `invalid_email` for a throw-away address, where the operator wants none. */
export function requireLastingEmail(
  { refuseDisposableEmail }: { refuseDisposableEmail: boolean },
  email: string,
): void {
  if (!refuseDisposableEmail) return
  // A list of 120 000 names: read only where the setting asks, at the first address.
  isDisposable ??= readList()
  if (isDisposable(email))
    throw problem('invalid_email', { detail: 'Use an address that you will keep, not a throw-away one.' })
}

function readList(): IsDisposable {
  const require = createRequire(import.meta.url)
  const domains = new Set(require('disposable-email-domains') as string[])
  const parents = new Set(require('disposable-email-domains/wildcard.json') as string[])
  return (email) => {
    const labels = email.toLowerCase().split('@').at(-1)!.split('.')
    return (
      domains.has(labels.join('.')) || labels.some((_, index) => parents.has(labels.slice(index).join('.')))
    )
  }
}
