import { Button, ColorInput, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { createOperatedBrand } from '#contracts/operator-brands.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { slugOf } from '#console/ui/slug-of.ts'

/** Makes a brand, and opens it. */
export function NewBrandDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={m.brands_new()}>
      {isOpen && <NewBrand onClose={onClose} />}
    </Modal>
  )
}

const nothing = { name: '', slug: '', website: 'https://', tagline: '', about: '', country: '' }

function NewBrand({ onClose }: { onClose: () => void }) {
  const [texts, setTexts] = useState(nothing)
  const [colors, setColors] = useState({ base: '#0b7255', glow: '#ffd066' })
  const { idempotencyKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: async () => {
      const body = { ...texts, country: texts.country || null, colors }
      return await call(createOperatedBrand, { body, idempotencyKey })
    },
    onSuccess: ({ slug, name }) => {
      notifications.show({ message: m.brands_created({ name }) })
      void client.invalidateQueries()
      onClose()
      void navigate(`/${consoleRoutes.brands}/${slug}`)
    },
    onError: renewKeyIfRefused,
  })
  /** What is wrong with a field, where the server said it. */
  const errorOf = (field: string) =>
    isProblem(make.error, 'validation_failed')
      ? make.error.issues.find(({ path }) => path === `body.${field}`)?.message
      : undefined
  const field = (name: keyof typeof nothing) => ({
    value: texts[name],
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTexts({
        ...texts,
        // The slug follows the name until it is written.
        ...(name === 'name' && texts.slug === slugOf(texts.name) && { slug: slugOf(value) }),
        [name]: value,
      })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={m.brands_name()}
          required
          withAsterisk={false}
          maxLength={80}
          {...field('name')}
        />
        <TextInput
          label={m.brands_slug()}
          description={m.brands_slug_hint()}
          required
          withAsterisk={false}
          maxLength={60}
          {...field('slug')}
        />
        <TextInput
          label={m.brands_website()}
          type="url"
          required
          withAsterisk={false}
          maxLength={2048}
          {...field('website')}
        />
        <TextInput label={m.brands_tagline()} maxLength={160} {...field('tagline')} />
        <Textarea label={m.brands_about()} autosize minRows={2} maxLength={4000} {...field('about')} />
        <TextInput
          label={m.brands_country()}
          description={m.brands_country_hint()}
          maxLength={2}
          {...field('country')}
        />
        {(['base', 'glow'] as const).map((which) => (
          <ColorInput
            key={which}
            label={which === 'base' ? m.brands_base() : m.brands_glow()}
            description={which === 'base' ? m.brands_base_hint() : undefined}
            format="hex"
            withEyeDropper={false}
            error={errorOf(`colors.${which}`)}
            value={colors[which]}
            onChange={(colour) => setColors({ ...colors, [which]: colour })}
          />
        ))}
        {make.isError && <FailureAlert error={make.error} />}
        <Button type="submit" loading={make.isPending}>
          {m.brands_create()}
        </Button>
      </Stack>
    </form>
  )
}
