/** The time zone of operators until they say another. */
export const defaultSiteZone = 'UTC'

const none = () => defaultSiteZone
let zoneInForce: () => string = none

/** Whose zone is the operators'; without one it is UTC. */
export function takeSiteZoneFrom(zone?: () => string): void {
  zoneInForce = zone ?? none
}

/** The time zone in which the server writes times for operators: a name of the IANA database. */
export function siteZone(): string {
  return zoneInForce()
}
