export { lastTaxProfile, lastTaxProfiles, type TaxProfileRow } from './tax-queries.ts'
export { openTaxDetails, sealedTaxProfiles } from './tax-secret.ts'
export { taxProfileView } from './tax-state.ts'
export { hasUsableTaxProfile } from './usable-tax-profile.ts'
