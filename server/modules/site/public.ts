export {
  isSiteValueName,
  setSiteValue,
  siteHistory,
  siteValueNames,
  siteValues,
  type SiteChange,
  type SiteValueName,
} from './site-values.ts'
