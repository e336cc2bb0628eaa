import { startTransition, useOptimistic, type ComponentType } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { afterPaint } from '../platform/when-idle.ts'
import {
  CampaignIcon,
  ChartIcon,
  JoinedIcon,
  HomeIcon,
  LinkIcon,
  PersonIcon,
  StarIcon,
  WalletIcon,
} from '../ui/icons.tsx'

export interface NavigationItem {
  to: string
  label: () => string
  icon: ComponentType<{ size?: number }>
  /** Path prefixes that belong to this item; the longest that fits wins. */
  under: readonly string[]
}

const home: NavigationItem = { to: paths.home, label: m.layout_home, icon: HomeIcon, under: ['/'] }
const campaigns: NavigationItem = {
  to: paths.campaigns,
  label: m.layout_campaigns,
  icon: CampaignIcon,
  under: ['/campaigns'],
}
const myCampaigns: NavigationItem = {
  to: paths.myCampaigns,
  label: m.layout_my_campaigns,
  icon: JoinedIcon,
  under: ['/my-campaigns'],
}
const points: NavigationItem = {
  to: paths.points,
  label: m.layout_points,
  icon: StarIcon,
  under: ['/points', '/rewards', '/leaderboard', '/gamification'],
}
const wallet: NavigationItem = {
  to: paths.crels('wallet'),
  label: m.layout_wallet,
  icon: WalletIcon,
  under: ['/crels'],
}
const links: NavigationItem = {
  to: paths.shortlinks,
  label: m.layout_links,
  icon: LinkIcon,
  under: ['/shortlinks'],
}
const performance: NavigationItem = {
  to: paths.performanceAnalytics,
  label: m.layout_performance,
  icon: ChartIcon,
  under: ['/performance-analytics'],
}
export const me: NavigationItem = {
  to: paths.profile,
  label: m.layout_me,
  icon: PersonIcon,
  under: ['/profile', '/delete-account'],
}

/** The five places of the bottom bar; the middle one is raised. What the bar leaves out lives under one of them. */
export const barItems: readonly NavigationItem[] = [
  home,
  { ...campaigns, under: ['/campaigns', '/my-campaigns'] },
  points,
  { ...links, under: ['/shortlinks', '/performance-analytics'] },
  { ...me, under: ['/profile', '/delete-account', '/crels'] },
]

/** The rail of wide screens; the member's own place is at its foot. */
export const railItems: readonly NavigationItem[] = [
  home,
  campaigns,
  myCampaigns,
  points,
  wallet,
  links,
  performance,
]

/**
 * Where a person is, or is going, and what a link of the navigation does when it is tapped: its place lights up, and is
 * painted so before any work for its page begins.
 */
export function usePlace(): { place: string; light: (to: string) => void } {
  const { pathname } = useLocation()
  const [place, setPlace] = useOptimistic(useNavigation().location?.pathname ?? pathname)
  const light = (to: string): void =>
    startTransition(async () => {
      setPlace(to)
      await afterPaint()
    })
  return { place, light }
}

/** The item a path belongs to, if any. */
export function currentItem(items: readonly NavigationItem[], pathname: string): NavigationItem | undefined {
  return items.find((item) =>
    item.under.some((prefix) =>
      prefix === '/' ? pathname === '/' : pathname === prefix || pathname.startsWith(`${prefix}/`),
    ),
  )
}
