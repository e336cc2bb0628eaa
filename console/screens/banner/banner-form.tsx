import { Button, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { setOperatedBanner } from '#contracts/operator-banner.endpoints.ts'
import type { OperatedBanner } from '#contracts/operator-banner.schemas.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { Card } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { utcTime } from '#console/ui/utc-input.ts'
import { BannerStrip } from './banner-strip.tsx'
import { membersText } from './banner-words.ts'
import styles from './banner.module.css'

const nothing = { en: '', es: '', de: '', path: '', startsAt: '', endsAt: '', reason: '' }

/** A banner is written, seen as it will stand above a page, and shown. */
export function BannerForm({ banner }: { banner: OperatedBanner }) {
  const [typed, setTyped] = useState(nothing)
  const { idempotencyKey, renewKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const set = useMutation({
    mutationFn: async () => {
      const { en, es, de } = typed
      const body = {
        texts: { en: en.trim(), ...(es.trim() && { es: es.trim() }), ...(de.trim() && { de: de.trim() }) },
        path: typed.path.trim() || null,
        startsAt: utcTime(typed.startsAt),
        endsAt: utcTime(typed.endsAt),
        reason: typed.reason.trim(),
        seen: banner.revision,
      }
      return await call(setOperatedBanner, { body, idempotencyKey })
    },
    onSuccess: () => {
      notifications.show({ message: m.banner_set_said() })
      setTyped(nothing)
      renewKey()
      void client.invalidateQueries()
    },
    onError: (error) => {
      renewKeyIfRefused(error)
      if (isProblem(error, 'conflict')) void client.invalidateQueries()
    },
  })
  const field = (name: keyof typeof nothing, path: string = name) => ({
    value: typed[name],
    error: isProblem(set.error, 'validation_failed')
      ? set.error.issues.find((issue) => issue.path === `body.${path}`)?.message
      : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  })
  return (
    <Card heading={banner.versions.length === 0 ? m.banner_new_first() : m.banner_new()}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          set.mutate()
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={m.banner_text_en()}
            description={m.banner_text_hint()}
            required
            withAsterisk={false}
            maxLength={200}
            {...field('en', 'texts.en')}
          />
          {(['es', 'de'] as const).map((language) => (
            <TextInput
              key={language}
              label={language === 'es' ? m.banner_text_es() : m.banner_text_de()}
              description={m.banner_text_other_hint()}
              maxLength={200}
              {...field(language, `texts.${language}`)}
            />
          ))}
          <TextInput
            label={m.banner_path()}
            description={m.banner_path_hint()}
            maxLength={300}
            {...field('path')}
          />
          <TextInput
            type="datetime-local"
            label={m.banner_from()}
            description={m.banner_from_hint()}
            {...field('startsAt')}
          />
          <TextInput
            type="datetime-local"
            label={m.banner_until()}
            description={m.banner_until_hint()}
            {...field('endsAt')}
          />
          {typed.en.trim() !== '' && (
            <>
              <BannerStrip text={typed.en} path={typed.path || null} />
              <p className={styles.note}>
                {m.banner_effect({ members: membersText(banner.members) })}{' '}
                {banner.state === 'shown' && m.banner_effect_replaces()}
              </p>
            </>
          )}
          <TextInput
            label={m.banner_reason()}
            required
            withAsterisk={false}
            maxLength={500}
            {...field('reason')}
          />
          {set.isError && <FailureAlert error={set.error} />}
          <Button
            type="submit"
            loading={set.isPending}
            disabled={typed.en.trim() === '' || typed.reason.trim() === ''}
          >
            {m.banner_set()}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
