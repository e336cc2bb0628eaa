export { followSite, type Site } from './follow-site.ts'
export {
  isSiteValueName,
  setSiteValue,
  siteHistory,
  siteValueNames,
  siteValues,
  type SiteChange,
  type SiteValueName,
} from './site-values.ts'
