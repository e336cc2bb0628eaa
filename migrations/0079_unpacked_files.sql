-- Which files of a server a restoration is of, where `crels restore unpack` laid them out: the server's setting
-- `crels.restored`, which is in the files themselves, says the same.

alter table restoration add column files text unique;
