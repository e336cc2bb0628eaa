-- A member's second browser is another visitor in the same network: the day's address hash tells it
-- (docs/decisions/153-a-share-in-the-members-own-network-is-reviewed.md).

alter table member_visitor add column address bytea check (length(address) = 8);
comment on column member_visitor.address is 'Hash of that day of the address (/56 of IPv6), as link_visitor.address; null where a version before this one wrote the row.';
