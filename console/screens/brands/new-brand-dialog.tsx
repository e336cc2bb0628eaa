import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { createOperatedBrand } from '#contracts/operator-brands.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { slugOf } from '#console/ui/slug-of.ts'
import { BrandFields, fieldError, type BrandDraft } from './brand-fields.tsx'

/** Makes a brand, and opens it. */
export function NewBrandDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={m.brands_new()}>
      {isOpen && <NewBrand onClose={onClose} />}
    </Modal>
  )
}

const nothing: BrandDraft = {
  name: '',
  website: 'https://',
  tagline: '',
  about: '',
  country: '',
  colors: { base: '#0b7255', glow: '#ffd066' },
}

function NewBrand({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(nothing)
  const [typedSlug, setTypedSlug] = useState<string | null>(null)
  // It follows the name until it is written.
  const slug = typedSlug ?? slugOf(draft.name)
  const { idempotencyKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: async () => {
      const body = { ...draft, slug, country: draft.country || null }
      return await call(createOperatedBrand, { body, idempotencyKey })
    },
    onSuccess: (made) => {
      notifications.show({ message: m.brands_created({ name: made.name }) })
      void client.invalidateQueries()
      onClose()
      void navigate(`/${consoleRoutes.brands}/${made.slug}`)
    },
    onError: renewKeyIfRefused,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <Stack gap="sm">
        <BrandFields draft={draft} onChange={setDraft} error={make.error}>
          <TextInput
            label={m.brands_slug()}
            description={m.brands_slug_hint()}
            required
            withAsterisk={false}
            maxLength={60}
            value={slug}
            error={fieldError(make.error, 'slug')}
            onChange={(event) => setTypedSlug(event.currentTarget.value)}
          />
        </BrandFields>
        {make.isError && <FailureAlert error={make.error} />}
        <Button type="submit" loading={make.isPending}>
          {m.brands_create()}
        </Button>
      </Stack>
    </form>
  )
}
