-- A pending act on a member, such as an adjustment, says whose it is: what is personal in it goes with them
-- (docs/decisions/086-an-act-on-a-member-is-sealed-by-their-key.md).

alter table pending_act add column member_uid text;
comment on column pending_act.member_uid is 'The member it would be done to; null of other acts, and once they have left.';
create index pending_act_of_member on pending_act (member_uid) where member_uid is not null;
