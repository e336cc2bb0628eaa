import * as endpoints from '#contracts/mail-choices.endpoints.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { changeMailChoices, getMailChoices } from './mail-choices.ts'

/** Which mails one wants. */
export function mailChoiceRoutes(): Route[] {
  return [
    bind(endpoints.getMailChoices, ({ db, actor, params }) => getMailChoices(db, actor, params.uid)),
    bind(endpoints.patchMailChoices, ({ transaction, actor, params, body }) =>
      transaction((tx) => changeMailChoices(tx, actor, { uid: params.uid, choices: body })),
    ),
  ]
}
