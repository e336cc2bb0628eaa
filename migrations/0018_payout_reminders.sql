-- A member may ask to be notified when a new payout destination can be used.

alter table payout_destination add column remind boolean not null default false;
comment on column payout_destination.remind is 'The member asked to be notified when it can be used, and was not yet.';

create index payout_destination_due on payout_destination (usable_from, id) where remind and removed_at is null;
