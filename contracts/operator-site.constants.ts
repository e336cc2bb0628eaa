/** What an operator says of the site in a line of text, in the order of the form. */
export const siteLines = [
  'site.name',
  'site.zone',
  'operator.name',
  'operator.address',
  'operator.contact',
  'operator.law',
  'operator.processors',
] as const
export type SiteLine = (typeof siteLines)[number]
