import { Modal } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { m } from '#console-messages'
import { settleProof, useProofAsked } from '../platform/proof.ts'
import { LoadingState } from '../ui/states.tsx'

const load = async () => await import('./proof.tsx')
const Proof = lazy(load)

/** Opens where a call needs a factor again; the call then goes on by itself. */
export function ProofDialog() {
  const isAsked = useProofAsked()
  // There when it is asked for, and no part of the first load.
  useEffect(() => void load().catch(() => {}), [])
  return (
    <Modal opened={isAsked} onClose={() => settleProof(false)} title={m.sign_in_proof_title()} zIndex={400}>
      {isAsked && (
        <Suspense fallback={<LoadingState />}>
          <Proof />
        </Suspense>
      )}
    </Modal>
  )
}
