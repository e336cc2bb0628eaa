-- Brands hear that a member was declined or removed, and no more what was said to them; nor that one left the site.

\ir functions/webhooks.sql

update webhook_message set body = jsonb_set(body::jsonb, '{data,reason}', 'null')::text
where type in ('enrolment.declined', 'enrolment.removed') and body::jsonb -> 'data' ->> 'reason' is not null;

update webhook_message set body = jsonb_set(body::jsonb, '{data,reason}', '"enrolment_not_active"')::text
where type = 'conversion.rejected' and body::jsonb -> 'data' ->> 'reason' = 'account_deleted';
