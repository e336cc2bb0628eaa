// What other modules may call. Every write takes the caller's transaction first.
export { answerConversionClaim, type ConversionClaimAnswer } from './answer-conversion-claim.ts'
export { countOpenConversionClaims, openConversionClaims } from './conversion-claim-queries.ts'
