import type { AnalyticsEvent, EventProperties } from '#contracts/analytics-events.ts'

type Properties = Record<string, string | number | boolean>

/** A call of analytics: one of the six of the Segment specification, or that the member left. */
export type AnalyticsCall =
  | { call: 'identify'; uid: string; traits?: Properties }
  | { call: 'alias'; uid: string }
  | { call: 'track'; event: AnalyticsEvent; properties: Properties }
  | { call: 'page' | 'screen'; name: string; properties: Properties }
  | { call: 'group'; groupId: string; traits?: Properties }
  | { call: 'reset' }

/** By which calls are said in the page. What has no listener is gone. */
export const analyticsCallName = 'crels:analytics'

function say(detail: AnalyticsCall): void {
  dispatchEvent(new CustomEvent(analyticsCallName, { detail }))
}

/** What happens in the app, for the operator's insight: sent where analytics is on and the visitor agreed. */
export const analytics = {
  /** Which member is signed in here. */
  identify: (uid: string, traits?: Properties): void => say({ call: 'identify', uid, traits }),
  /** The visitor of this browser has become this member. */
  alias: (uid: string): void => say({ call: 'alias', uid }),
  /** Something of the catalogue happened. */
  track: <E extends AnalyticsEvent>(
    event: E,
    ...[properties]: keyof EventProperties<E> extends never ? [] : [EventProperties<E>]
  ): void => say({ call: 'track', event, properties: (properties ?? {}) as Properties }),
  /** A page is shown: by its name in the route table, never by its address. */
  page: (name: string, properties: Properties = {}): void => say({ call: 'page', name, properties }),
  /** The same where there are no pages. */
  screen: (name: string, properties: Properties = {}): void => say({ call: 'screen', name, properties }),
  /** The member belongs to a group. */
  group: (groupId: string, traits?: Properties): void => say({ call: 'group', groupId, traits }),
  /** The member left: what this browser keeps of them is dropped. */
  reset: (): void => say({ call: 'reset' }),
}
