import { describe, expect, it } from 'vitest'
import { guardAt, isKnownAddress, matchPage, pageRoutes } from './page-routes.ts'

describe('matchPage', () => {
  it.each([
    ['/', 'home', 'default', 'auth'],
    ['/faq', 'faq', 'bottom-navbar', 'open'],
    ['/login', 'login', 'none', 'open'],
    ['/login/reset-password', 'resetPassword', 'bottom-navbar', 'open'],
    ['/login/reset-password/sent', 'resetPasswordSent', 'default', 'open'],
    ['/signup/email-verification', 'emailVerification', 'default', 'open'],
    ['/crels/wallet', 'crels', 'bottom-navbar', 'personal'],
    ['/points/points-shop', 'pointsShop', 'bottom-navbar', 'open'],
    ['/points/referral', 'referral', 'default', 'personal'],
    ['/campaigns/all', 'campaigns', 'default', 'auth'],
    ['/campaigns/all/popular', 'campaignsPopular', 'default', 'auth'],
    ['/campaigns/all/new-arrivals', 'campaignsNewArrivals', 'default', 'auth'],
    ['/campaigns/categories', 'campaignCategories', 'default', 'auth'],
    ['/campaigns/cmp_0193', 'campaign', 'bottom-navbar', 'open'],
    ['/my-campaigns', 'myCampaigns', 'bottom-navbar', 'auth'],
    ['/my-campaigns/', 'myCampaigns', 'bottom-navbar', 'auth'],
    ['/delete-account', 'deleteAccount', 'none', 'personal'],
    ['/docs', 'docs', 'doc', 'open'],
    ['/docs/get-started/dashboard', 'docs/get-started/dashboard', 'doc', 'open'],
    ['/docs/api', 'docs/api', 'doc', 'open'],
  ])('%s is %s in layout %s for %s', (pathname, id, layout, guard) => {
    expect(matchPage(pathname)).toMatchObject({ id, route: { layout, guard } })
  })

  it('gives the parameters decoded', () => {
    expect(matchPage('/campaigns/category/food%20%26%20drink')).toMatchObject({
      id: 'campaignCategory',
      params: { category: 'food & drink' },
      route: { lookup: 'category' },
    })
  })

  it('opens what a crel is to everyone, and the wallet only to its member', () => {
    const { route } = matchPage('/crels/about')!
    expect(guardAt(route, { slug: 'about' })).toBe('open')
    expect(guardAt(route, { slug: 'wallet' })).toBe('personal')
  })

  it('knows the slugs of crels alone, and any campaign until it is looked up', () => {
    expect(isKnownAddress(pageRoutes.crels, { slug: 'wallet' })).toBe(true)
    expect(isKnownAddress(pageRoutes.crels, { slug: 'none' })).toBe(false)
    expect(isKnownAddress(pageRoutes.campaign, { id: 'anything' })).toBe(true)
  })

  it.each([
    '/nowhere',
    '/crels/gold',
    '/crels',
    '/campaigns',
    '/campaigns/all/best',
    '/Points',
    '/docs/nothing',
    '//points',
    '/points//referral',
    '/campaigns/%E0%A4%A',
    '/campaigns/a%2Fb/c',
  ])('knows no page at %s', (pathname) => {
    expect(matchPage(pathname)).toBeUndefined()
  })

  it('guards exactly the listed pages', () => {
    const guarded = Object.values(pageRoutes)
      .filter((route) => route.guard === 'auth')
      .map((route) => route.path)
    expect(guarded).toEqual([
      '/',
      '/campaigns/all',
      '/campaigns/all/popular',
      '/campaigns/all/new-arrivals',
      '/campaigns/categories',
      '/campaigns/category/:category',
      '/my-campaigns',
    ])
  })
})
