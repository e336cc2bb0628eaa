import { join } from 'node:path'
import type { BootData } from '#contracts/boot-data.ts'
import { languageDir, type Language } from '#contracts/languages.ts'
import { matchPage, type PageId, type PageMatch } from '#contracts/page-routes.ts'
import { paths } from '#contracts/paths.ts'
import { viewAsMember } from '#contracts/operator-member-view.endpoints.ts'
import type { ViewedScreen } from '#contracts/operator-member-view.constants.ts'
import { answersOfScreen } from './boot-data.ts'
import { findMember, requirePresent, type Member } from './modules/accounts/public.ts'
import { notifyMembers } from './modules/notifications/public.ts'
import { operate } from './modules/operators/public.ts'
import type { ScreenProcess } from './platform/first-screens/screen-process.ts'
import type { AnswerWithin } from './platform/http/answer-within.ts'
import type { MemberActor } from './platform/http/actors.ts'
import { bind, type Route } from './platform/http/bind.ts'
import { problem } from './platform/http/problems.ts'
import { openShell } from './platform/http/shell.ts'
import { inLanguage, languageInUse } from './platform/language.ts'
import type { Module, Platform } from './platform/module.ts'
import { inSnapshot, inTransaction } from './platform/transaction.ts'
import { publicIdentity } from './identity-settings.ts'
import { utcDate } from '#rules/utc-date.ts'

/** How long a screen may take; no page waits for it. */
const renderMs = 20_000

const viewedPaths: Record<ViewedScreen, string> = {
  home: paths.home,
  wallet: paths.crels('wallet'),
  points: paths.points,
  campaigns: paths.campaigns,
}

export interface MemberView {
  module: Module
  /** How the endpoints are asked, once they are registered. */
  answerBy(answer: AnswerWithin): void
}

/**
 * A member's screens as the member sees them, for an operator to look at (docs/decisions/090-a-member-is-viewed-as-a-page-without-scripts.md):
 * rendered from answers that are read in one read-only transaction, for a page in which nothing can be done.
 */
export function openMemberView(
  { config, secret }: Pick<Platform, 'config' | 'secret'>,
  { screens, webDir }: { screens: ScreenProcess; webDir: string },
): MemberView {
  let answer: AnswerWithin
  const pageOf = pagesIn(webDir, config)
  const route: Route = bind(
    viewAsMember,
    async ({ db, actor, params: { uid }, body: { screen, reason }, clock, request, reply }) => {
      const member = requirePresent(await findMember(db, uid))
      const at = clock.now()
      // The process starts while the answers are made.
      screens.warm()
      await inTransaction(db, async (tx) => {
        const looked = { uid, personal: { reason }, secret }
        await operate(tx, actor, { action: 'member.view-as', after: { screen }, member: looked })
        const on = utcDate(at)
        await notifyMembers(tx, [uid], { kind: 'operator_looked', facts: { what: 'view', on } })
      })
      return await inLanguage(member.language, async () => {
        const path = viewedPaths[screen]
        const match = matchPage(path)!
        const bootData = await inSnapshot(db, async (snapshot) =>
          bootDataOf(
            member,
            await answersOfScreen(match, asSeenBy(member), { request, reply, snapshot }, answer),
          ),
        )
        const job = { path, bootData, at: at.getTime(), timeZone: member.timeZone ?? 'UTC' }
        const made = await screens.render({ ...job, language: languageInUse() }, renderMs)
        if (!made) throw problem('unavailable', { detail: 'This screen was not rendered. Try again.' })
        // Answers of the member's set their own.
        reply.header('cache-control', 'private, no-store')
        return { screen, html: withoutActs(pageOf(languageInUse(), match, made.html)), at: at.toISOString() }
      })
    },
  )
  return {
    module: { routes: [route] },
    answerBy: (given) => {
      answer = given
    },
  }
}

/** The member as their own calls know them. No session is theirs: none was opened. */
function asSeenBy({ uid, party, email }: Member): MemberActor {
  return { kind: 'member', uid, party, email, emailVerified: true, sessionId: '', signedInAt: null }
}

function bootDataOf({ uid, email, displayName, photoURL }: Member, answers: BootData['answers']): BootData {
  return { user: { uid, email, emailVerified: true, displayName, photoURL }, streamId: '', answers }
}

/** Writes the member's page as the server does, in each language once it is asked for. */
export function pagesIn(webDir: string, { identity }: Pick<Platform['config'], 'identity'>) {
  const shells = new Map<Language, ReturnType<typeof openShell>>()
  return (language: Language, { id, route: { layout } }: PageMatch, screen: string): string => {
    const shell =
      shells.get(language) ?? openShell(join(webDir, languageDir(language)), publicIdentity(identity))
    shells.set(language, shell)
    return shell({
      title: '',
      layout,
      needs: [id as PageId],
      screen,
      isInert: false,
      shared: null,
      analytics: null,
      bootData: null,
      prerendered: null,
      written: null,
      content: null,
    })
  }
}

/**
 * A page as our renderer writes it, without scripts and what is shown in their place, without what a browser would load but styles, and without the places
 * its links lead to. Styles of single elements are kept aside: the console's policy refuses them as they are written.
 */
export function withoutActs(html: string): string {
  return (
    html
      .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
      // Its frame runs no scripts, and is meant to show the screen.
      .replaceAll(/<noscript>.*?<\/noscript>/gs, '')
      .replaceAll(/<link (?![^>]*rel="stylesheet")[^>]*>/g, '')
      .replaceAll(/(<a\b[^>]*?) href="[^"]*"/g, '$1')
      .replaceAll(/(<[a-z][^<>]*?) style="/g, '$1 data-style="')
  )
}
