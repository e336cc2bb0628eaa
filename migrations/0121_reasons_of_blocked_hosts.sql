-- Why a host is blocked is as long as any reason of the log of acts, which has it too.
alter table blocked_host drop constraint blocked_host_reason_check;
alter table blocked_host add constraint blocked_host_reason_check check (reason ~ '\S' and length(reason) <= 500);
