export { agree, requireInForce, toAgree } from './agree.ts'
export { openLegalPages, type LegalPages } from './legal-pages.ts'
export {
  countAgreements,
  legalText,
  legalTexts,
  legalVersions,
  repeatedVersions,
  unpublishedDocuments,
  versionsInForce,
  type LegalVersion,
} from './legal-queries.ts'
export { legalFacts, templatesOf, withFacts } from './legal-template.ts'
export { previewVersion } from './preview-version.ts'
export { publishLegal, type NewLegalVersion } from './publish-legal.ts'
