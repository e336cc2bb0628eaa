import { useMutation, useQuery } from '@tanstack/react-query'
import { certifyTaxProfile, getTaxProfile } from '#contracts/tax.endpoints.ts'
import type { NewTaxProfile } from '#contracts/tax.schemas.ts'
import { call } from '#web/platform/api.ts'

/** Which form is asked for, and mine. */
export function useTaxState() {
  return useQuery({
    queryKey: ['tax'],
    queryFn: ({ signal }) => call(getTaxProfile, { signal }),
    meta: { live: ['redemptions'] },
  })
}

/** Certifies a form; a payout that waits for it can go on then. */
export function useCertifyTaxProfile(onDone: () => void) {
  return useMutation({
    mutationFn: (profile: NewTaxProfile) => call(certifyTaxProfile, { body: profile }),
    onSuccess: onDone,
    meta: { changes: ['redemptions'], waits: true },
  })
}
