-- Whether who opens a member's invitation link sees their name and picture. Off until the member says so.
alter table member add column shown_to_invited boolean not null default false;
