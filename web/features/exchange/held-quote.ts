import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '#contracts/exchange.schemas.ts'
import { createQuote, getHeldQuote } from '#contracts/exchange.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { dollarsText, readCrels, readUsdCents, type Typed } from './typed-amount.ts'

/** A quote, with how long it holds by the clock of this machine, which may differ from the server's. */
export interface HeldQuote extends Quote {
  holdsMs: number
  endsAtMs: number
}

const heldKey = ['exchange', 'held-quote'] as const

/** Gets a quote for some dollars, or for some crels; it is the one that holds from then on. */
export function useQuote() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (wish: { usdCents: number } | { crels: number }): Promise<HeldQuote> => {
      const askedAt = Date.now()
      return heldFrom(await call(createQuote, { body: wish }), askedAt)
    },
    onSuccess: (quote) => cache.setQueryData<HeldQuote | null>(heldKey, quote),
  })
}

/** The last quote that held, whichever page asked for it, and may have ended since; `forget` it once it is used. */
export function useHeldQuote(): { quote: HeldQuote | null; isKnown: boolean; forget: () => void } {
  const cache = useQueryClient()
  const { data, isError, isPaused, isFetchedAfterMount } = useQuery({
    queryKey: heldKey,
    queryFn: async ({ signal }) => {
      const askedAt = Date.now()
      const { quote } = await call(getHeldQuote, { signal })
      return quote && heldFrom(quote, askedAt)
    },
    // Another page may have asked for one since.
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  return {
    quote: data ?? null,
    // Where it cannot be read, the page goes on without.
    isKnown: isFetchedAfterMount || isError || isPaused,
    forget: () => cache.setQueryData<HeldQuote | null>(heldKey, null),
  }
}

function heldFrom(quote: Quote, askedAt: number): HeldQuote {
  const holdsMs = quote.expiresInSec * 1000
  return { ...quote, holdsMs, endsAtMs: askedAt + holdsMs }
}

/** What was typed for a quote. */
export function typedFor({ direction, crels, usdCents }: Quote): Typed {
  return { direction, text: direction === 'usd' ? dollarsText(usdCents) : String(crels) }
}

/** Whether what is typed is nothing else than what a quote is of. */
export function isTypedFor({ direction, text }: Typed, quote: Quote): boolean {
  if (text.trim() === '') return true
  if (direction !== quote.direction) return false
  return direction === 'usd' ? readUsdCents(text) === quote.usdCents : readCrels(text) === quote.crels
}
