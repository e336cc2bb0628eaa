-- What an hour of clicks settled is recounted as long as all of its days are kept.
alter table click_pay add column first_at timestamptz;
comment on column click_pay.first_at is 'When the first of the clicks settled in it was made; null for hours from before this was kept.';
comment on column click_pay.limits is 'The limits that paid visitors were held to, and since migrations/0071 that those of a network count for a member (networksOf); null for hours from before there were some, which were paid by link.';
