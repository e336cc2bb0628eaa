import { Button, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { editOperatedBrand, getBrandUse, getOperatedBrand } from '#contracts/operator-brands.endpoints.ts'
import type { OperatedBrandDetail } from '#contracts/operator-brands.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { Overtaken } from '#console/ui/overtaken.tsx'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { useSeen } from '#console/ui/use-seen.ts'
import { BrandFields, type BrandDraft } from './brand-fields.tsx'
import styles from './brands.module.css'

/** Changes what a brand is called and what its pages say, with what that touches said before. */
export function EditBrand({ brand }: { brand: OperatedBrandDetail }) {
  const [isOpen, dialog] = useDisclosure(false)
  if (!useMay()('brand.edit')) return null
  return (
    <>
      <Button variant="light" onClick={dialog.open}>
        {m.brands_edit()}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={m.brands_edit()}>
        {isOpen && <Edit read={brand} onClose={dialog.close} />}
      </Modal>
    </>
  )
}

function Edit({ read, onClose }: { read: OperatedBrandDetail; onClose: () => void }) {
  const { slug } = read
  const { first, seen, isOvertaken, onFailure } = useSeen(read, {
    again: async () => await call(getOperatedBrand, { params: { slug } }),
    versionOf: ({ revision }) => revision,
  })
  const [draft, setDraft] = useState(() => draftOf(first))
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: async (reason: string) =>
      await call(editOperatedBrand, {
        params: { slug },
        body: { ...draft, country: draft.country || null, reason, seen: seen.revision },
      }),
    onSuccess: () => {
      notifications.show({ message: m.brands_edited() })
      void client.invalidateQueries()
      onClose()
    },
    onError: onFailure,
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(seen))
  return (
    <Stack gap="sm">
      <BrandFields draft={draft} onChange={setDraft} error={save.error} />
      <ReasonAndSend
        label={isOvertaken ? m.common_save_over() : m.common_save()}
        isPending={save.isPending}
        isReady={isChanged && draft.name.trim() !== ''}
        onSend={(reason) => save.mutate(reason)}
      >
        {isOvertaken && (
          <Overtaken hint={m.brands_conflict_hint()}>
            <BrandTexts brand={seen} />
          </Overtaken>
        )}
        <Reach slug={slug} isChanged={isChanged} />
        {save.isError && <FailureAlert error={save.error} />}
      </ReasonAndSend>
    </Stack>
  )
}

/** What a brand's pages say. */
export function BrandTexts({ brand }: { brand: OperatedBrandDetail }) {
  const { name, tagline, about, website, country, colors } = brand
  return (
    <Facts
      facts={[
        [m.brands_name(), name],
        [m.brands_tagline(), tagline],
        [m.brands_about(), about],
        [m.brands_site(), website],
        [m.brands_country(), country],
        [m.brands_base(), colors.base],
        [m.brands_glow(), colors.glow],
      ]}
    />
  )
}

/** Where the brand is named, before another name is. */
function Reach({ slug, isChanged }: { slug: string; isChanged: boolean }) {
  const use = useQuery({
    queryKey: ['brand-use', slug],
    queryFn: async ({ signal }) => await call(getBrandUse, { params: { slug }, signal }),
  })
  if (use.isPending) return <LoadingState />
  if (use.isError) return <FailureState error={use.error} onRetry={() => void use.refetch()} />
  const { campaigns, open, links, members } = use.data
  return (
    <p className={styles.lead} role="status">
      {isChanged
        ? m.brands_edit_effect({
            campaigns: formatNumber(campaigns),
            open: formatNumber(open),
            links: formatNumber(links),
            members: formatNumber(members),
            slug,
          })
        : m.common_unchanged()}
    </p>
  )
}

function draftOf({ name, website, tagline, about, country, colors }: OperatedBrandDetail): BrandDraft {
  const { base, glow } = colors
  return { name, website, tagline, about, country: country ?? '', colors: { base, glow } }
}
