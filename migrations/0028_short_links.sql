-- Short links that members make: of their own, and deep ones into a campaign's site.

-- A fourth kind: a deep link stands for an enrolment beside its tracking link, and leads to another page of the campaign's allowed hosts.
alter table link drop constraint link_kind_check;
alter table link add constraint link_kind_check check (kind in ('tracking', 'own', 'share', 'deep'));
alter table link drop constraint link_stands_for;
alter table link add constraint link_stands_for check (case kind
  when 'tracking' then enrolment_id is not null and campaign_id is not null
  when 'deep' then enrolment_id is not null and campaign_id is not null
  when 'share' then campaign_id is not null
  else enrolment_id is null
end);

alter table link
  add column fallback_url text
    check (fallback_url ~ '^https?://[^[:cntrl:][:space:]]+$' and length(fallback_url) <= 2048),
  add column removed_at timestamptz check (removed_at is null or state <> 'active');
comment on column link.kind is 'tracking: the one of an enrolment; deep: a further one of it; share: of one share; own: of nobody''s campaign.';
comment on column link.fallback_url is 'Where visits go once expires_at has passed; a page says it where there is none.';
comment on column link.removed_at is 'Its owner removed it. The code stays taken: what was printed must not lead to somebody else''s.';

-- The list of a member's links, newest first.
create index link_listed on link (owner_uid, id) where removed_at is null;
