export { agree, requireInForce, toAgree } from './agree.ts'
export { openLegalPages, type LegalPages } from './legal-pages.ts'
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
