// What other modules may call. Every write takes the caller's transaction first.
export { answerClaim, type ClaimAnswer } from './answer-claim.ts'
export { countOpenClaims, openClaims } from './claim-queries.ts'
