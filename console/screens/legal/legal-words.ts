import { m } from '#console-messages'
import type { LegalDocument } from '#contracts/legal.constants.ts'

export const documentNames: Record<LegalDocument, () => string> = {
  terms: m.legal_terms,
  privacy: m.legal_privacy,
  cookies: m.legal_cookies,
}
