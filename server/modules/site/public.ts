export { followSite, type Site } from './follow-site.ts'
export { putSiteLogo } from './put-site-logo.ts'
export {
  isSiteValueName,
  setSiteValue,
  siteHistory,
  siteValueNames,
  siteValues,
  wasEverSaid,
  type SiteChange,
  type SiteValueName,
} from './site-values.ts'
export { operatedBanner, setBanner, turnBanner } from './site-banner.ts'
