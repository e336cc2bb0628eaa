-- Which lots a notification of expiring points knew: what came later is notified by itself.

alter table points_notice add column notified_lot bigint;
comment on column points_notice.notified_lot is 'The last lot that was there: a later one was in no mail, whenever it expires. Null where a version before this one wrote the row.';

update points_notice set notified_lot = (select max(id) from point_lot);
