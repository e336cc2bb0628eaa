import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BootData } from '#contracts/boot-data.ts'
import type { PublicIdentity } from '#contracts/identity-provider.ts'
import type { Language } from '#contracts/languages.ts'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import type { Layout, PageMatch } from '#contracts/page-routes.ts'
import type { PublicAnalytics } from '#contracts/public-analytics.ts'

/** What pages are served with. */
export interface PagesDeps {
  /** The built web app. */
  webDir: string
  publicOrigin: string
  /** Sent to the browser in every page. */
  identity: PublicIdentity
  /** What a page's `lookup` parameter names; undefined where there is none. */
  aboutNamed(match: PageMatch): Promise<AboutPage | undefined>
  /** What the page of an invitation says of who invites; undefined where no member has that creator id. */
  aboutInvitation(shortId: string): Promise<AboutPage | undefined>
  /** The text of the operator's on a page that has one, as HTML; undefined for a version that there is not. */
  writtenOn(text: LegalDocument | 'faq', version: string | undefined): Promise<string | undefined>
  /** Whether a request seems to be a member's: it carries a session cookie, valid or not. */
  maybeMember(request: FastifyRequest): boolean
  /** Keeps a language that was chosen without a script as that of the member who asks, if one does. */
  keepLanguage(request: FastifyRequest, language: Language): Promise<void>
  /** What the page says of analytics to who asks for it from an address. */
  analyticsFor(address: string): PublicAnalytics | null
  /** What the page carries for the member who asks for it; null where it is written for anyone. */
  memberPage(match: PageMatch, request: FastifyRequest, reply: FastifyReply): Promise<MemberPage | null>
  /** The first screen of a page that is rendered for visitors when they ask; null where the app draws it. */
  visitorPage(match: PageMatch, request: FastifyRequest, reply: FastifyReply): Promise<VisitorPage | null>
}

/** What a page is for the member who asks for it. */
export interface MemberPage {
  bootData: BootData
  /** Its first screen as HTML; null where the app draws it. */
  screen: string | null
}

/** What a page is for the visitor who asks for it. */
export interface VisitorPage {
  bootData: BootData | null
  /** Its first screen as HTML. */
  screen: string
  /** Of that screen, which may be another page's: of the one that the app leads to. */
  layout: Layout
  /** It is to be looked at until the app draws its own. */
  isInert: boolean
}

/** What a page about something in the database says of itself. */
export interface AboutPage {
  title: string
  /** The product's own where it has none. */
  description?: string
  /** In previews of links, where it says something else there. */
  sharedTitle?: string
  /** A path of ours, with the query that belongs to it, where the address that is shared is not the page's own. */
  sharedPath?: string
  /** The path of a picture of `previewSize`; what it shows is the title. */
  image?: { path: string }
  /** What it says where no script runs, as HTML; without it, what it is about. */
  content?(): Promise<string>
}
