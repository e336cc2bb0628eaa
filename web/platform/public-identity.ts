import { identityMetaName, type PublicIdentity } from '#contracts/identity-provider.ts'

const storageKey = 'crels:identity-provider'

/**
 * Which identity provider this installation has. Every page from the server says it; the one that the service worker
 * keeps for when there is no network does not, so what was said last is kept too.
 */
export const publicIdentity: PublicIdentity = readPublicIdentity()

function readPublicIdentity(): PublicIdentity {
  const embedded: PublicIdentity = { provider: 'embedded' }
  if (typeof document === 'undefined') return embedded
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${identityMetaName}"]`)?.content
  try {
    if (said && said !== localStorage.getItem(storageKey)) localStorage.setItem(storageKey, said)
    return JSON.parse(said ?? localStorage.getItem(storageKey) ?? '') as PublicIdentity
  } catch {
    // No storage, and nothing said.
    return said ? (JSON.parse(said) as PublicIdentity) : embedded
  }
}
