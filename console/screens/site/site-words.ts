import { m } from '#console-messages'
import type { SiteLine } from '#contracts/operator-site.constants.ts'

/** What each line is called. */
export const lineNames: Record<SiteLine, () => string> = {
  'site.name': m.site_line_name,
  'site.zone': m.site_line_zone,
  'operator.name': m.site_line_operator,
  'operator.address': m.site_line_address,
  'operator.contact': m.site_line_contact,
  'operator.law': m.site_line_law,
  'operator.processors': m.site_line_processors,
}

/** Where it is seen, and what is seen without it. */
export const lineHints: Record<SiteLine, () => string> = {
  'site.name': m.site_line_name_hint,
  'site.zone': m.site_line_zone_hint,
  'operator.name': m.site_line_operator_hint,
  'operator.address': m.site_line_address_hint,
  'operator.contact': m.site_line_contact_hint,
  'operator.law': m.site_line_law_hint,
  'operator.processors': m.site_line_processors_hint,
}
