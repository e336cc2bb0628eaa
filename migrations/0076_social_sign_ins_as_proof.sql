-- A sign-in by a social provider is a recent proof only where the provider said that it had just asked (`auth_time`): its
-- own session may be of anybody at that device. A sign-in that waits for its second step carries that along.
alter table identity.session_proof add column sign_in_counts boolean not null default true;
alter table identity.pending_sign_in add column counts_as_proof boolean not null default true;
