import { Link } from 'react-router'
import type { NamedRequest } from '#contracts/operator-support.schemas.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { topicNames } from './request-words.ts'

/** What a request is about, as its inbox's link: what an operator who wrote first said, or its topic. */
export function RequestLink({ request: { id, topic, subject } }: { request: NamedRequest }) {
  return (
    <Link to={requestHref({ id, topic })}>
      <bdi>{subject ?? topicNames[topic]()}</bdi>
    </Link>
  )
}

/** Where a request is read, whatever its state. */
export function requestHref({ id, topic }: Pick<NamedRequest, 'id' | 'topic'>): string {
  return `${screenHref(topic === 'abuse' ? 'abuse' : 'support')}?show=all&open=${id}`
}
