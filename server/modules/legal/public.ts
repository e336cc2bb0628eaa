export { agree, requireInForce, toAgree } from './agree.ts'
export { writtenOn } from './legal-page.ts'
export {
  countAgreements,
  legalText,
  legalVersions,
  unpublishedDocuments,
  versionsInForce,
  type LegalVersion,
} from './legal-queries.ts'
export { templatesOf } from './legal-template.ts'
export { publishLegal, type NewLegalVersion } from './publish-legal.ts'
