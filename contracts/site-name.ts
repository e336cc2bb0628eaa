/** What the site is called until its operator calls it something else. */
export const defaultSiteName = 'Crels'

/** The `<meta>` in which a page says another name than that. */
export const siteNameMeta = 'application-name'

/** The `<meta>` with the address of a logo, in place of the mark of Crels. */
export const siteLogoMeta = 'site-logo'

/** Where the built app says the name, for the server to write it there: pages are built before a site is named. */
export const siteNamePlace = '{{site.name}}'
