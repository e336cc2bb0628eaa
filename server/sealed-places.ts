import { sealedBrandKeys } from './modules/brands/public.ts'
import { sealedAuthenticators, sealedIssuerTokens, sealedSigningKeys } from './modules/identity/public.ts'
import { sealedMemberKeys, sealedOperatorAuthenticators } from './modules/operators/public.ts'
import { sealedPushKeys } from './modules/push/public.ts'
import { sealedDestinations, sealedScreenings } from './modules/redemptions/public.ts'
import { sealedShop } from './modules/shop/public.ts'
import { sealedTaxProfiles } from './modules/tax/public.ts'
import { sealedWebhookSecrets } from './modules/webhooks/public.ts'
import type { SealedColumn } from './platform/sealed-columns.ts'

/** Every column of sealed texts. A purpose that is kept in a column and not here fails the test beside rotate-secret.ts. */
export const sealedPlaces: SealedColumn[] = [
  ...sealedBrandKeys,
  ...sealedAuthenticators,
  ...sealedSigningKeys,
  ...sealedIssuerTokens,
  ...sealedDestinations,
  ...sealedScreenings,
  ...sealedTaxProfiles,
  ...sealedShop,
  ...sealedWebhookSecrets,
  ...sealedPushKeys,
  ...sealedMemberKeys,
  ...sealedOperatorAuthenticators,
]
