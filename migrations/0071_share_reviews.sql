-- A share whose visitors look alike is decided by an operator, once
-- (docs/decisions/049-a-network-is-counted-for-a-member.md).

alter table social_share
  add column review_state text check (review_state in ('under_review', 'accepted', 'rejected')),
  add column review_reason text check (review_reason ~ '^[a-z_]{1,60}$'),
  add column review_visitors integer check (review_visitors > 0),
  add column review_began_at timestamptz(3),
  add column reviewed_at timestamptz(3),
  add column reviewed_by text,
  add constraint social_share_review check (
    (review_state is null) = (review_reason is null) and (review_state is null) = (review_visitors is null)
    and (review_state is null) = (review_began_at is null)
    and coalesce(review_state in ('accepted', 'rejected'), false) = (reviewed_at is not null)
    and (reviewed_at is null) = (reviewed_by is null)
    and (review_state is distinct from 'under_review' or state = 'waiting'));
comment on column social_share.reason is 'Why it has ended unpaid; of a waiting one, that as many as a day pays were paid today, what it is under review for, or that its review was rejected.';
comment on column social_share.review_visitors is 'Visitors of an address, network or data centre beyond those that count, when it was last looked at under review.';
create index social_share_reviews on social_share (review_began_at, link_id) where review_state = 'under_review';

-- What an operator decided stays so.
create function social_share_review_guard() returns trigger language plpgsql as $$
begin
  raise exception 'the review of share % is % already', old.link_id, old.review_state using errcode = 'check_violation';
end
$$;
create trigger social_share_reviewed_once before update on social_share for each row
  when (old.review_state in ('accepted', 'rejected')
    and (new.review_state, new.review_reason, new.review_visitors, new.review_began_at, new.reviewed_at, new.reviewed_by)
        is distinct from (old.review_state, old.review_reason, old.review_visitors, old.review_began_at, old.reviewed_at, old.reviewed_by))
  execute function social_share_review_guard();

-- Mails of several decided reviews become one: looked up at each decision.
create index member_notice_reviews on member_notice (uid, id) where kind = 'click_review_decided';
