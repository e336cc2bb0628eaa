import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  getAnalyticsBreakdown,
  getAnalyticsSummary,
  getAnalyticsTimeseries,
} from '#contracts/analytics.endpoints.ts'
import type { BreakdownKey } from '#contracts/analytics.constants.ts'
import { call } from '#web/platform/api.ts'
import { receiveFile, saveFile } from '#web/platform/receive-file.ts'

/** What is asked about: dates of a zone, and which links. */
export interface AskedPeriod {
  from: string
  to: string
  zone: string
  campaign?: string
  link?: string
}

const key = (what: string, ...asked: unknown[]) => ['analytics', what, ...asked] as const

/** Clicks come all the time: what is looked at is counted again by itself. */
const lookAgainMs = 60_000

/** Statistics of a period beside those before it. The last ones stay while others are counted. */
export function useSummary(period: AskedPeriod) {
  return useQuery({
    queryKey: key('summary', period),
    queryFn: ({ signal }) => call(getAnalyticsSummary, { query: period, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
    meta: { live: ['balances'] },
  })
}

/** The same over time. */
export function useTimeseries(period: AskedPeriod) {
  return useQuery({
    queryKey: key('timeseries', period),
    queryFn: ({ signal }) => call(getAnalyticsTimeseries, { query: period, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  })
}

/** The same by where it comes from; at most `limit` rows. */
export function useBreakdown(period: AskedPeriod, by: BreakdownKey, limit = 10) {
  return useQuery({
    queryKey: key('breakdown', period, by, limit),
    queryFn: ({ signal }) => call(getAnalyticsBreakdown, { query: { ...period, by, limit }, signal }),
    refetchInterval: lookAgainMs,
  })
}

/** Downloads a series as a file. */
export async function downloadTimeseries(period: AskedPeriod, name: string): Promise<void> {
  saveFile(await receiveFile(getAnalyticsTimeseries, 'text/csv', { query: period }), name)
}

/** Downloads a whole breakdown as a file. */
export async function downloadBreakdown(period: AskedPeriod, by: BreakdownKey, name: string): Promise<void> {
  saveFile(await receiveFile(getAnalyticsBreakdown, 'text/csv', { query: { ...period, by } }), name)
}
